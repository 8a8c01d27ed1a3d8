/** How an engine makes each value of a profile; what it cannot do as the plan says is listed. */
import { dependencyOrder } from '#schemas/dependency-order.js';
import { membershipsOf } from '#schemas/groups.js';
import { meaningIn } from '#schemas/meaning.js';
import type { Plan, PlanSecret, StoredSource, TemplatePart } from '#schemas/plan.js';
import type { Engine, Target } from '../target.js';
import type { Entries, Readable } from './entries.js';
import { inputsOfRecipe, type ReadEntry, type Recipe } from './recipe.js';
import { RecipeSizes } from './recipe-sizes.js';

/** `why`: a clause after the secret; `isIn`: whether the document has the secret nevertheless. */
export type Tell = (secret: string, why: string, isIn: boolean) => void;

interface Context {
  readonly plan: Plan;
  readonly target: Target;
  readonly engine: Engine;
  readonly hasDefaults: boolean;
  readonly profile: string;
  readonly entries: Entries;
  readonly tell: Tell;
}

export class Recipes {
  readonly #context: Context;
  readonly #known = new Map<string, Recipe | null>();
  readonly #sizes: RecipeSizes;

  constructor(context: Context) {
    this.#context = context;
    this.#sizes = new RecipeSizes(context.engine.longest);
  }

  /** Null: the engine has no value for it, or the profile does not declare it. What it is made of comes first. */
  of(secret: string): Recipe | null {
    const known = this.#known.get(secret);
    if (known !== undefined) return known;
    const inputs = this.#unknownInputs(secret);
    const order = inputs.length === 0 ? [secret] : dependencyOrder([secret], (name) => this.#unknownInputs(name)).order;
    for (const name of order) if (!this.#known.has(name)) this.#known.set(name, this.#recipeOf(name));
    return this.#known.get(secret) ?? null;
  }

  /** An engine that cannot tell a missing entry from one that it cannot read fails on both. */
  mustBeThere(recipe: Recipe | null): boolean {
    return recipe?.kind === 'entry' && this.#context.engine.knowsMissing?.(recipe.entry) === false;
  }

  #meaningOf(secret: string): PlanSecret | null {
    return meaningIn(this.#context.plan, this.#context.profile, secret);
  }

  #unknownInputs(secret: string): readonly string[] {
    const meaning = this.#known.has(secret) ? null : this.#meaningOf(secret);
    if (meaning === null || meaning.source.kind === 'stored' || this.#refusal(secret, meaning) !== null) return [];
    return inputsOfRecipe(unchecked(meaning));
  }

  #recipeOf(secret: string): Recipe | null {
    const meaning = this.#meaningOf(secret);
    if (meaning === null) return null;
    const recipe = this.#made(secret, meaning);
    this.#report(secret, meaning, recipe);
    return recipe;
  }

  #report(secret: string, { source, presence }: PlanSecret, recipe: Recipe | null): void {
    const { target, tell } = this.#context;
    const { title } = target;
    const isIn = recipe !== null;
    const whenMissing = source.kind === 'stored' ? source.whenMissing.kind : 'nothing';
    if (whenMissing === 'generate') tell(secret, `is generated when it is missing, which ${title} does not do`, isIn);
    if (whenMissing === 'prompt') tell(secret, `is asked for when it is missing, which ${title} does not do`, isIn);
    if (isIn && presence !== 'required' && whenMissing === 'nothing' && this.mustBeThere(recipe))
      tell(secret, `may be missing, which ${title} takes for an error`, isIn);
    for (const { group } of membershipsOf(presence))
      tell(secret, `is in the group \`${group}\`, which ${title} does not check`, isIn);
  }

  /** Why the engine makes no value, whatever it would be made of. */
  #refusal(secret: string, { source, text }: PlanSecret): string | null {
    const { target, engine } = this.#context;
    const { title } = target;
    const problem = target.secretProblem?.(secret) ?? null;
    if (problem !== null) return problem;
    if (text !== undefined) return `is binary and spelled in ${text}, which ${title} does not do`;
    if (source.kind !== 'derived') return null;
    const { from, how } = source;
    if (how.kind === 'export') return `is converted from \`${from}\`, which ${title} does not do`;
    if (engine.extracts.includes(how.extract.format)) return null;
    return `is a part of ${how.extract.format.toUpperCase()}, which ${title} does not read`;
  }

  #made(secret: string, meaning: PlanSecret): Recipe | null {
    const { source } = meaning;
    const refusal = this.#refusal(secret, meaning);
    const recipe =
      refusal !== null ? null : source.kind === 'stored' ? this.#stored(secret, source) : unchecked(meaning);
    const why = recipe === null ? refusal : (this.#lost(recipe) ?? this.#excess(secret, recipe));
    if (why === null) return recipe;
    this.#context.tell(secret, why, false);
    return null;
  }

  /** Each input has its own reason if it is not there. */
  #lost(recipe: Recipe): string | null {
    const lost = inputsOfRecipe(recipe).filter((name) => (this.#known.get(name) ?? null) === null);
    return lost.length === 0 ? null : `is made of \`${lost.join('`, `')}\`, which is left out`;
  }

  #excess(secret: string, recipe: Recipe): string | null {
    const excess = this.#sizes.excessOf(secret, recipe);
    return excess === null ? null : `is ${excess}, which ${this.#context.target.title} does not take`;
  }

  #stored(secret: string, source: StoredSource): Recipe | null {
    const { target, engine, hasDefaults, entries, tell } = this.#context;
    const { title } = target;
    const { whenMissing } = source;
    const otherwise = whenMissing.kind === 'default' && hasDefaults ? whenMissing.text : null;
    const { entry, unread } = this.#readable(secret, source, otherwise !== null);
    const isUsed = entry === null || engine.knowsMissing?.(entry) !== false;
    if (!isUsed && otherwise !== null)
      tell(secret, `has a default, and ${title} fails where the entry is missing`, true);
    const recipe = storedRecipe(source, entry, isUsed ? otherwise : null);
    if (unread.length > 0) {
      const others = entry === null ? 'is read from' : `is read from ${entries.nameOf(entry.row.ref)} alone, not from`;
      const which = entry === null ? `, which ${title} does not read` : '';
      tell(secret, `${others} ${unread.join(', ')}${which}`, recipe !== null);
    }
    if (whenMissing.kind === 'default' && !hasDefaults)
      tell(secret, 'has a default, which `--no-defaults` leaves out', recipe !== null);
    return recipe;
  }

  /** An entry of which the engine gets the value, too. */
  #readable(secret: string, source: StoredSource, isInAnyway: boolean): Readable {
    const { target, engine, entries, profile, tell } = this.#context;
    const { entry, unread } = entries.readable(secret, source, profile, engine);
    const form = entry === null ? null : unknownForm(source, engine);
    if (form !== null) tell(secret, `is ${form}, which ${target.title} does not read`, isInAnyway);
    return { entry: form === null ? entry : null, unread };
  }
}

function unknownForm({ decode, extract }: StoredSource, { decodes, extracts }: Engine): string | null {
  if (decode !== undefined && !decodes.includes(decode)) return `stored in ${decode}`;
  if (extract === undefined || extracts.includes(extract.format)) return null;
  return `a part of ${extract.format.toUpperCase()}`;
}

function storedRecipe(source: StoredSource, entry: ReadEntry | null, otherwise: string | null): Recipe | null {
  if (entry === null) return otherwise === null ? null : { kind: 'text', text: otherwise };
  return { kind: 'entry', entry, decode: source.decode ?? null, extract: source.extract ?? null, otherwise };
}

/** How a value is made of others, whether they are there or not; null: it is not. */
function unchecked({ source }: PlanSecret): Recipe | null {
  if (source.kind === 'composed') return { kind: 'composed', parts: source.parts, inputs: inputsOf(source.parts) };
  if (source.kind !== 'derived' || source.how.kind === 'export') return null;
  return { kind: 'selected', from: source.from, extract: source.how.extract };
}

function inputsOf(parts: readonly TemplatePart[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => ('secret' in part ? [part.secret] : [])))];
}
