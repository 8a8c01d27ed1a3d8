/** What one service gets, and how each value is made; what the target cannot do as the plan says is reported. */
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { membershipsOf } from '#schemas/groups.js';
import { meaningIn, receivedFrom, withInputs } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { ComposedSource, DerivedSource, Plan, PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { entryBehind } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainOf } from '../../outline/chains.js';
import { shownStore, StoreRows } from '../../questions/store-rows.js';
import type { Engine, Target } from '../target.js';
import { type Credential, inputsOfRecipe, type Made, type ReadEntry, type Recipe } from './recipe.js';
import type { Uncovered } from './uncovered.js';

export interface WantedSecrets {
  readonly profile: string;
  readonly scope: string | null;
}
type Tell = (secret: string, why: string, isIn: boolean) => void;

/** For the services of one document. */
export class SecretsOfServices {
  readonly #plan: Plan;
  readonly #target: Target;
  readonly #hasDefaults: boolean;
  readonly #uncovered: Uncovered;
  readonly #rows: StoreRows;
  /** Profiles share meanings, and scopes share secrets. */
  readonly #madeIn = new Map<string, Map<string, Recipe | null>>();
  readonly #shownFor = new Map<string, Map<string, Made>>();
  readonly #hiddenFor = new Map<string, Map<string, Made>>();
  /** The server of the document, where there can be only one. */
  #server: string | null = null;

  constructor(plan: Plan, target: Target, hasDefaults: boolean, uncovered: Uncovered) {
    this.#plan = plan;
    this.#target = target;
    this.#hasDefaults = hasDefaults;
    this.#uncovered = uncovered;
    this.#rows = new StoreRows(plan);
  }

  of({ profile, scope }: WantedSecrets): ReadonlyMap<string, Made> {
    const shown = new Set(scope === null ? Object.keys(this.#plan.secrets) : (own(this.#plan.scopes, scope) ?? []));
    const received = receivedFrom(this.#plan, profile, [...shown].sort(byName));
    const made = new Map<string, Made>();
    const needed = new Set<string>();
    for (const [secret, meaning] of received) {
      if (!shown.has(secret) && this.#target.engine !== null) continue;
      const recipe = this.#recipeOf(secret, meaning, profile);
      if (recipe === null && this.#target.engine !== null) continue;
      for (const name of this.#allInputs(secret, meaning, profile)) needed.add(name);
      made.set(secret, this.#madeOf(secret, meaning, profile, recipe, shown.has(secret)));
    }
    for (const secret of needed) {
      const meaning = received.get(secret);
      if (meaning === undefined || made.has(secret)) continue;
      const recipe = this.#recipeOf(secret, meaning, profile);
      made.set(secret, this.#madeOf(secret, meaning, profile, recipe, false));
    }
    return new Map([...made].sort(([left], [right]) => byName(left, right)));
  }

  /** An engine that cannot tell a missing entry from one that it cannot read fails on both. */
  #mustBeThere(recipe: Recipe | null): boolean {
    return recipe?.kind === 'entry' && this.#target.engine?.knowsMissing?.(recipe.entry) === false;
  }

  /** None where `tool` makes the values. */
  #allInputs(secret: string, meaning: PlanSecret, profile: string): Iterable<string> {
    if (inputsOfRecipe(this.#recipeOf(secret, meaning, profile)).length === 0) return [];
    const find = (name: string) => meaningIn(this.#plan, profile, name);
    return withInputs([secret], find, inputsInRecipe).keys();
  }

  /** Services share them. */
  #madeOf(secret: string, meaning: PlanSecret, profile: string, recipe: Recipe | null, isShown: boolean): Made {
    const madeFor = isShown ? this.#shownFor : this.#hiddenFor;
    const known = madeFor.get(profile) ?? new Map<string, Made>();
    madeFor.set(profile, known);
    const there = known.get(secret);
    if (there !== undefined) return there;
    const made: Made = {
      secret,
      recipe,
      isRequired: meaning.presence === 'required' || this.#mustBeThere(recipe),
      isFile: meaning.deliver === 'path',
      isShown,
      credential: this.#target.engine === null ? this.#credentialOf(secret, meaning, profile) : null,
    };
    known.set(secret, made);
    return made;
  }

  /** Null: the target has no value for it, or does not make values. */
  #recipeOf(secret: string, meaning: PlanSecret, profile: string): Recipe | null {
    const known = this.#madeIn.get(profile) ?? new Map<string, Recipe | null>();
    this.#madeIn.set(profile, known);
    const found = known.get(secret);
    if (found !== undefined) return found;
    const report: Tell = (name, why, isIn) => this.#uncovered.add(name, profile, why, isIn);
    const { engine } = this.#target;
    const recipe = engine === null ? null : this.#made(secret, meaning, profile, engine, report);
    known.set(secret, recipe);
    if (engine === null) this.#reportOfTool(secret, meaning, report);
    else this.#reportOfEngine(secret, meaning, recipe, report);
    return recipe;
  }

  #reportOfTool(secret: string, { source }: PlanSecret, report: Tell): void {
    if (this.#target.hasTerminal !== false || source.kind !== 'stored' || source.whenMissing.kind !== 'prompt') return;
    report(secret, `is asked for when it is missing, and ${this.#target.title} has no terminal to ask on`, true);
  }

  #reportOfEngine(secret: string, meaning: PlanSecret, recipe: Recipe | null, report: Tell): void {
    const isIn = recipe !== null;
    const { title } = this.#target;
    const { source, presence } = meaning;
    const whenMissing = source.kind === 'stored' ? source.whenMissing.kind : 'nothing';
    if (whenMissing === 'generate') report(secret, `is generated when it is missing, which ${title} does not do`, isIn);
    if (whenMissing === 'prompt') report(secret, `is asked for when it is missing, which ${title} does not do`, isIn);
    if (isIn && presence !== 'required' && whenMissing === 'nothing' && this.#mustBeThere(recipe))
      report(secret, `may be missing, which ${title} takes for an error`, isIn);
    for (const { group } of membershipsOf(presence))
      report(secret, `is in the group \`${group}\`, which ${title} does not check`, isIn);
  }

  #made(secret: string, meaning: PlanSecret, profile: string, engine: Engine, report: Tell): Recipe | null {
    const { source, text } = meaning;
    const problem = this.#target.secretProblem?.(secret) ?? null;
    if (problem !== null) {
      report(secret, problem, false);
      return null;
    }
    if (text !== undefined) {
      report(secret, `is binary and spelled in ${text}, which ${this.#target.title} does not do`, false);
      return null;
    }
    switch (source.kind) {
      case 'stored':
        return this.#stored(secret, source, profile, engine, report);
      case 'composed':
        return this.#composed(secret, source, profile, report);
      case 'derived':
        return this.#derived(secret, source, profile, engine, report);
    }
  }

  #composed(secret: string, { parts }: ComposedSource, profile: string, report: Tell): Recipe | null {
    const recipe: Recipe = { kind: 'composed', parts };
    return this.#hasInputs(secret, inputsOfRecipe(recipe), profile, report) ? recipe : null;
  }

  #derived(secret: string, { from, how }: DerivedSource, profile: string, engine: Engine, report: Tell): Recipe | null {
    const { title } = this.#target;
    if (how.kind === 'export') {
      report(secret, `is converted from \`${from}\`, which ${title} does not do`, false);
      return null;
    }
    if (!engine.extracts.includes(how.extract.format)) {
      report(secret, `is a part of ${how.extract.format.toUpperCase()}, which ${title} does not read`, false);
      return null;
    }
    return this.#hasInputs(secret, [from], profile, report) ? { kind: 'selected', from, extract: how.extract } : null;
  }

  /** What a value is made of must be there, and each of it has its own reason if it is not. */
  #hasInputs(secret: string, inputs: readonly string[], profile: string, report: Tell): boolean {
    const lost = inputs.filter((name) => {
      const meaning = meaningIn(this.#plan, profile, name);
      return meaning === null || this.#recipeOf(name, meaning, profile) === null;
    });
    if (lost.length > 0) report(secret, `is made of \`${lost.join('`, `')}\`, which is left out`, false);
    return lost.length === 0;
  }

  #stored(secret: string, source: StoredSource, profile: string, engine: Engine, report: Tell): Recipe | null {
    const { title } = this.#target;
    const otherwise = source.whenMissing.kind === 'default' && this.#hasDefaults ? source.whenMissing.text : null;
    const unread: string[] = [];
    let entry: ReadEntry | null = null;
    for (const ref of this.#refsOf(source, profile)) {
      const { read, problem } = this.#readable(ref, source, { project: '', profile, key: secret }, engine);
      if (problem === null && entry === null) entry = read;
      else unread.push(`${this.#nameOf(ref)}${problem === null ? '' : ` (${problem})`}`);
    }
    const how = source.decode !== undefined && !engine.decodes.includes(source.decode) ? `in ${source.decode}` : null;
    const part = source.extract && !engine.extracts.includes(source.extract.format) ? source.extract.format : null;
    if (entry !== null && (how ?? part) !== null) {
      const what = how === null ? `a part of ${part?.toUpperCase()}` : `stored ${how}`;
      report(secret, `is ${what}, which ${title} does not read`, otherwise !== null);
      entry = null;
    }
    const isUsed = entry === null || engine.knowsMissing?.(entry) !== false;
    if (!isUsed && otherwise !== null)
      report(secret, `has a default, and ${title} fails where the entry is missing`, true);
    const recipe = this.#storedRecipe(source, entry, isUsed ? otherwise : null);
    if (unread.length > 0) {
      const others = entry === null ? 'is read from' : `is read from ${this.#nameOf(entry.row.ref)} alone, not from`;
      report(
        secret,
        `${others} ${unread.join(', ')}${entry === null ? `, which ${title} does not read` : ''}`,
        recipe !== null,
      );
    }
    if (source.whenMissing.kind === 'default' && !this.#hasDefaults)
      report(secret, 'has a default, which `--no-defaults` leaves out', recipe !== null);
    return recipe;
  }

  #storedRecipe(source: StoredSource, entry: ReadEntry | null, otherwise: string | null): Recipe | null {
    if (entry === null) return otherwise === null ? null : { kind: 'text', text: otherwise };
    return { kind: 'entry', entry, decode: source.decode ?? null, extract: source.extract ?? null, otherwise };
  }

  #readable(
    ref: StoreRef | null,
    { naming }: StoredSource,
    names: PlaceholderValues,
    engine: Engine,
  ): { readonly read: ReadEntry; readonly problem: null } | { readonly read: null; readonly problem: string } {
    const found = entryBehind(
      ref,
      naming,
      { ...names, project: this.#plan.project.name },
      projectStores(this.#plan.stores),
    );
    const { uri, entry } = found;
    if (uri === null) return { read: null, problem: 'only the machine of a user knows it' };
    if (entry === null) return { read: null, problem: 'the name of its entry is not known' };
    const read = { row: this.#rows.rowOf(ref), uri, entry };
    const problem = engine.unreadable(read);
    if (problem !== null) return { read: null, problem };
    const server = engine.serverOf?.(read) ?? null;
    if (server !== null) this.#server ??= server;
    if (server !== this.#server && server !== null) return { read: null, problem: 'on another server' };
    return { read, problem: null };
  }

  #refsOf({ route }: StoredSource, profile: string): readonly (StoreRef | null)[] {
    const chain = route === 'profile' ? (own(this.#plan.profiles, profile)?.route ?? null) : route;
    return chainOf(this.#plan, chain, [profile]).refs;
  }

  #credentialOf(secret: string, { source }: PlanSecret, profile: string): Credential | null {
    if (source.kind !== 'stored') return null;
    const names = { project: this.#plan.project.name, profile, key: secret };
    const refs = this.#refsOf(source, profile);
    const found = refs
      .map((ref) => entryBehind(ref, source.naming, names, projectStores(this.#plan.stores)))
      .find(({ uri }) => uri !== null && descriptorOf(uri.scheme)?.engines?.systemd === 'credential');
    if (found === undefined || found.entry === null) return null;
    const isStored = source.decode === undefined && source.extract === undefined;
    return { name: found.entry.name, isValue: isStored && refs.length === 1 && source.whenMissing.kind === 'nothing' };
  }

  #nameOf(ref: StoreRef | null): string {
    const { store } = shownStore(this.#rows.rowOf(ref));
    return store === null ? 'the default store of a user' : `\`${store}\``;
  }
}

/** Roles of a type are not needed to make the value of another. */
function inputsInRecipe({ source }: PlanSecret): readonly string[] {
  if (source.kind === 'derived') return [source.from];
  if (source.kind === 'composed') return source.parts.flatMap((part) => ('secret' in part ? [part.secret] : []));
  return [];
}
