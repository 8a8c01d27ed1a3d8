/** What a call of one profile and scope wants, prepared once for all questions: chains, order of what is made, groups. */
import { type At, addressOf } from '#schemas/addresses/address.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { dependencyOrder } from '#schemas/dependency-order.js';
import { GROUP_MODES, type GroupMode, groupsIn } from '#schemas/groups.js';
import { inputsOf, meaningIn, receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Chain, Naming, Plan, PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { typeCan } from '#schemas/secret-types/index.js';
import { entryIn, entryText } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { cachedBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import { acceptsWrites } from '#schemas/stores/where-written.js';
import { type Point, Points } from './points.js';

/** One store of a chain, and the entry in it. */
export interface Link {
  readonly point: Point;
  /** Equal texts are one entry of one store. */
  readonly entry: string;
}

export interface Wanted {
  readonly name: string;
  readonly meaning: PlanSecret;
  readonly isVisible: boolean;
  readonly isRequired: boolean;
}

export interface ReadStep extends Wanted {
  readonly chain: readonly Link[];
  readonly cache: Link | null;
  readonly whenMissing: StoredSource['whenMissing'];
  /** Where a value that is made is kept. */
  readonly written: Link | null;
  /** Whether that store keeps it; a value that it does not keep serves one call. */
  readonly keeps: boolean;
  /** Whether that store takes no value for this entry. */
  readonly refusesWrites: boolean;
}

export interface FinishStep extends Wanted {
  readonly kind: 'compose' | 'derive' | 'check identity';
  readonly inputs: readonly string[];
}

export interface Group {
  readonly name: string;
  readonly mode: GroupMode;
  readonly members: readonly string[];
}

export interface Model {
  readonly points: Points;
  /** By name. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  readonly reads: readonly ReadStep[];
  /** Each after all it is made of. */
  readonly finish: readonly FinishStep[];
  readonly groups: readonly Group[];
}

/** `scope`: null is everything. The plan has both. `points`: of this plan and profile, which several models may share. */
export function modelOf(plan: Plan, profile: string, scope: string | null, points = new Points(plan, profile)): Model {
  const wanted = wantedIn(plan, profile, scope);
  const storesOfSource = storesOnce(plan, profile);
  const project = plan.project.name;
  const reads: ReadStep[] = [];
  for (const one of wanted.values()) {
    const { source } = one.meaning;
    if (source.kind !== 'stored') continue;
    reads.push(readStep(one, source, { project, profile, key: one.name }, storesOfSource(source), points));
  }
  return { points, wanted, reads, finish: finishSteps(wanted), groups: groupsOf(wanted) };
}

function wantedIn(plan: Plan, profile: string, scope: string | null): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  const shown = scope === null ? null : new Set(own(plan.scopes, scope) ?? []);
  const add = (name: string, meaning: PlanSecret) => {
    const isVisible = shown === null || shown.has(name);
    wanted.set(name, { name, meaning, isVisible, isRequired: meaning.presence === 'required' });
  };
  if (shown === null) {
    for (const name of sortedNames(plan)) {
      const meaning = meaningIn(plan, profile, name);
      if (meaning !== null) add(name, meaning);
    }
  } else {
    const received = receivedFrom(plan, profile, shown);
    for (const [name, meaning] of [...received].sort(([left], [right]) => byName(left, right))) add(name, meaning);
  }
  return wanted;
}

/** Kept for each plan: 20 profiles of 10,000 secrets would sort them 20 times. */
function sortedNames({ secrets }: Plan): readonly string[] {
  const known = sorted.get(secrets) ?? Object.keys(secrets).sort(byName);
  sorted.set(secrets, known);
  return known;
}
const sorted = new WeakMap<Plan['secrets'], readonly string[]>();

interface Stores {
  readonly refs: readonly (StoreRef | null)[];
  readonly cacheRef: StoreRef | null;
}

function readStep(
  wanted: Wanted,
  source: StoredSource,
  names: PlaceholderValues,
  { refs, cacheRef }: Stores,
  points: Points,
): ReadStep {
  const { name, meaning, isVisible, isRequired } = wanted;
  const { naming, whenMissing } = source;
  const chain = refs.map((ref): Link => new EntryLink(points.at(ref), names, naming));
  const cache = cacheRef && new EntryLink(points.at(cacheRef), names, null);
  const index = cache === null ? chain.findIndex(({ point: { uri } }) => uri === null || acceptsWrites(uri)) : 0;
  const written = chain[Math.max(index, 0)] ?? null;
  const keeps = written?.point.abilities?.keeps ?? { generated: true, prompted: true };
  const isMade = whenMissing.kind === 'generate' || whenMissing.kind === 'prompt';
  // Every member is written out: a spread costs many times as much, and there may be 200,000.
  return {
    name,
    meaning,
    isVisible,
    isRequired,
    chain,
    cache,
    whenMissing,
    written,
    keeps: whenMissing.kind === 'prompt' ? keeps.prompted : keeps.generated,
    refusesWrites: isMade && written !== null && refuses(written.point, source, names),
  };
}

/** What the store calls the entry is worked out when it is asked for: most answers depend on stores alone. */
class EntryLink implements Link {
  readonly point: Point;
  readonly #names: PlaceholderValues;
  readonly #naming: Naming | null;
  #entry: string | null = null;

  /** `naming`: null for a copy in a cache, which is named by convention whatever the alias has (semantics 10.2). */
  constructor(point: Point, names: PlaceholderValues, naming: Naming | null) {
    this.point = point;
    this.#names = names;
    this.#naming = naming;
  }

  get entry(): string {
    if (this.#entry !== null) return this.#entry;
    const { id, uri } = this.point;
    const names = this.#names;
    const at: At =
      this.#naming === null ? { kind: 'convention', ...names } : addressOf(this.#naming, this.point, names);
    this.#entry = `${id}\n${entryText({ at, entry: entryIn(uri, at, names) })}`;
    return this.#entry;
  }
}

/** The stores of a route are looked up once. */
function storesOnce(plan: Plan, profile: string): (source: StoredSource) => Stores {
  const known = new Map<Chain | null, Stores>();
  const usual = own(plan.profiles, profile)?.route ?? null;
  return ({ route }) => {
    const chain = route === 'profile' ? usual : route;
    const stores = known.get(chain) ?? storesOf(plan, chain);
    known.set(chain, stores);
    return stores;
  };
}

/** Behind a cached alias, which is alone in its chain, are its own stores. */
function storesOf(plan: Plan, route: Chain | null): Stores {
  if (route === null) return { refs: [null], cacheRef: null };
  const stores = projectStores(plan.stores);
  const cached = cachedBehind(route[0], stores);
  if (cached === null) return { refs: route, cacheRef: null };
  return { refs: sourcesBehind(route[0], stores), cacheRef: cached.store.cache.store };
}

function refuses(point: Point, { naming }: StoredSource, names: PlaceholderValues): boolean {
  const { uri, abilities } = point;
  if (uri === null || abilities === null) return false;
  if (abilities.write === 'no') return true;
  const at = addressOf(naming, point, names);
  if (abilities.write === 'convention' && at.kind === 'native') return true;
  const entry = entryIn(uri, at, names);
  return entry !== null && (descriptorOf(uri.scheme)?.refusesChange?.(entry, 'write', uri) ?? null) !== null;
}

function finishSteps(wanted: ReadonlyMap<string, Wanted>): readonly FinishStep[] {
  const isExported = exportedIn(wanted);
  const finished = new Map<string, FinishStep>();
  for (const [name, one] of wanted) {
    const kind = finishOf(one, isExported);
    if (kind !== null) finished.set(name, { ...one, kind, inputs: inputsOf(one.meaning) });
  }
  if (finished.size === 0) return [];
  const inputsIn = (name: string) => (finished.get(name)?.inputs ?? []).filter((input) => finished.has(input));
  return dependencyOrder(finished.keys(), inputsIn).order.flatMap((name) => finished.get(name) ?? []);
}

function exportedIn(wanted: ReadonlyMap<string, Wanted>): ReadonlySet<string> {
  const exported = new Set<string>();
  for (const { meaning } of wanted.values()) {
    const { source } = meaning;
    if (source.kind === 'derived' && source.how.kind === 'export') exported.add(source.from);
  }
  return exported;
}

/** A stored value is checked where it is an identity that something relies on. */
function finishOf({ name, meaning }: Wanted, exported: ReadonlySet<string>): FinishStep['kind'] | null {
  const { source, type, roles } = meaning;
  switch (source.kind) {
    case 'composed':
      return 'compose';
    case 'derived':
      return 'derive';
    case 'stored': {
      if (!typeCan(type, 'check')) return null;
      const isReliedOn = source.whenMissing.kind === 'generate' || roles !== undefined || exported.has(name);
      return isReliedOn ? 'check identity' : null;
    }
  }
}

/** At-least-one groups by name, then exactly-one groups by name; members that are shown, by name. */
function groupsOf(wanted: ReadonlyMap<string, Wanted>): readonly Group[] {
  const visible = [...wanted.values()].filter(({ isVisible }) => isVisible);
  const groups = [...groupsIn(visible, ({ meaning }) => meaning.presence)].sort(([a], [b]) => byName(a, b));
  return GROUP_MODES.flatMap((mode) =>
    groups.flatMap(([name, members]) => {
      return members[mode].length === 0 ? [] : [{ name, mode, members: members[mode].map((member) => member.name) }];
    }),
  );
}
