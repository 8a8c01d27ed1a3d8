/** What each service of a document gets, and what its engine needs to make that. */
import { meaningIn, receivedFrom, withInputs } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import type { Target } from '../target.js';
import { Entries } from './entries.js';
import { inputsOfRecipe, type Made } from './recipe.js';
import { Recipes, type Tell } from './recipes.js';
import type { Uncovered } from './uncovered.js';

export interface WantedSecrets {
  readonly profile: string;
  readonly scope: string | null;
}
interface Asked {
  readonly plan: Plan;
  readonly target: Target;
  readonly hasDefaults: boolean;
}

/** For the services of one document. */
export class SecretsOfServices {
  readonly #asked: Asked;
  readonly #uncovered: Uncovered;
  readonly #entries: Entries;
  readonly #byProfile = new Map<string, SecretsOfProfile>();

  constructor(asked: Asked, uncovered: Uncovered) {
    this.#asked = asked;
    this.#uncovered = uncovered;
    this.#entries = new Entries(asked.plan);
  }

  of({ profile, scope }: WantedSecrets): ReadonlyMap<string, Made> {
    const { plan } = this.#asked;
    const tell: Tell = (secret, why, isIn) => this.#uncovered.add(secret, profile, why, isIn);
    const secrets = this.#byProfile.get(profile) ?? new SecretsOfProfile(profile, this.#asked, this.#entries, tell);
    this.#byProfile.set(profile, secrets);
    return secrets.of(scope === null ? Object.keys(plan.secrets) : (own(plan.scopes, scope) ?? []));
  }
}

/** Services of a profile share what they get: each secret is looked at once. */
class SecretsOfProfile {
  readonly #profile: string;
  readonly #asked: Asked;
  readonly #entries: Entries;
  readonly #tell: Tell;
  /** Null: `tool` makes the values. */
  readonly #recipes: Recipes | null;
  readonly #shown = new Map<string, Made>();
  readonly #hidden = new Map<string, Made>();

  constructor(profile: string, asked: Asked, entries: Entries, tell: Tell) {
    const { engine } = asked.target;
    this.#profile = profile;
    this.#asked = asked;
    this.#entries = entries;
    this.#tell = tell;
    this.#recipes = engine === null ? null : new Recipes({ ...asked, engine, profile, entries, tell });
  }

  /** By name. */
  of(names: readonly string[]): ReadonlyMap<string, Made> {
    const shown = new Set(names);
    const found = [...this.#received(names)].sort(byName);
    return new Map(found.map((secret) => [secret, this.#madeOf(secret, shown.has(secret))]));
  }

  #received(names: readonly string[]): Iterable<string> {
    const recipes = this.#recipes;
    if (recipes === null) return receivedFrom(this.#asked.plan, this.#profile, names).keys();
    return withInputs(names, (name) => recipes.of(name), inputsOfRecipe).keys();
  }

  #madeOf(secret: string, isShown: boolean): Made {
    const made = isShown ? this.#shown : this.#hidden;
    const known = made.get(secret);
    if (known !== undefined) return known;
    const first = this.#make(secret, isShown);
    made.set(secret, first);
    return first;
  }

  #make(secret: string, isShown: boolean): Made {
    const { plan } = this.#asked;
    const recipe = this.#recipes?.of(secret) ?? null;
    const meaning = meaningIn(plan, this.#profile, secret);
    if (meaning !== null && this.#recipes === null) this.#reportOfTool(secret, meaning);
    return {
      secret,
      recipe,
      isRequired: meaning?.presence === 'required' || this.#recipes?.mustBeThere(recipe) === true,
      isFile: meaning?.deliver === 'path',
      isShown,
      credential: meaning === null ? null : this.#credentialOf(secret, meaning),
    };
  }

  #reportOfTool(secret: string, { source }: PlanSecret): void {
    const { hasTerminal, title } = this.#asked.target;
    if (hasTerminal !== false || source.kind !== 'stored' || source.whenMissing.kind !== 'prompt') return;
    this.#tell(secret, `is asked for when it is missing, and ${title} has no terminal to ask on`, true);
  }

  #credentialOf(secret: string, { source }: PlanSecret): Made['credential'] {
    const { hasCredential } = this.#asked.target;
    if (hasCredential === undefined || source.kind !== 'stored') return null;
    const refs = this.#entries.refsOf(source, this.#profile);
    const found = refs
      .map((ref) => this.#entries.behind(ref, source, secret, this.#profile))
      .find(({ uri }) => uri !== null && hasCredential(uri));
    if (found === undefined || found.entry === null) return null;
    const isStored = source.decode === undefined && source.extract === undefined;
    return { name: found.entry.name, isValue: isStored && refs.length === 1 && source.whenMissing.kind === 'nothing' };
  }
}
