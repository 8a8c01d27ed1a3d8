/** What a call of one profile and scope wants, prepared once for all questions: chains, order of what is made, groups. */
import { addressOf } from '#schemas/addresses/address.js';
import { dependencyOrder } from '#schemas/dependency-order.js';
import { GROUP_MODES, type GroupMode, groupsIn } from '#schemas/groups.js';
import { inputsOf, receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Chain, Plan, PlanSecret, StoredSource } from '#schemas/plan.js';
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
  const reads: ReadStep[] = [];
  for (const one of wanted.values()) {
    const { source } = one.meaning;
    if (source.kind === 'stored') reads.push(readStep(plan, profile, one, source, points));
  }
  return { points, wanted, reads, finish: finishSteps(wanted), groups: groupsOf(wanted) };
}

function wantedIn(plan: Plan, profile: string, scope: string | null): ReadonlyMap<string, Wanted> {
  const shown = new Set(scope === null ? Object.keys(plan.secrets) : (own(plan.scopes, scope) ?? []));
  const received = [...receivedFrom(plan, profile, shown)].sort(([left], [right]) => byName(left, right));
  return new Map(
    received.map(([name, meaning]) => {
      return [name, { name, meaning, isVisible: shown.has(name), isRequired: meaning.presence === 'required' }];
    }),
  );
}

function readStep(plan: Plan, profile: string, wanted: Wanted, source: StoredSource, points: Points): ReadStep {
  const names = { project: plan.project.name, profile, key: wanted.name };
  const route = source.route === 'profile' ? (own(plan.profiles, profile)?.route ?? null) : source.route;
  const { refs, cacheRef } = storesOf(plan, route);
  const chain = refs.map((ref): Link => {
    const point = points.at(ref);
    const at = addressOf(source.naming, point, names);
    return { point, entry: `${point.id}\n${entryText({ at, entry: entryIn(point.uri, at, names) })}` };
  });
  const cachePoint = cacheRef && points.at(cacheRef);
  const conventional = { kind: 'convention', ...names } as const;
  const cache = cachePoint && {
    point: cachePoint,
    entry: `${cachePoint.id}\n${entryText({ at: conventional, entry: entryIn(cachePoint.uri, conventional, names) })}`,
  };
  const index = cache === null ? chain.findIndex(({ point: { uri } }) => uri === null || acceptsWrites(uri)) : 0;
  const written = chain[Math.max(index, 0)] ?? null;
  const { whenMissing } = source;
  const keeps = written?.point.abilities?.keeps ?? { generated: true, prompted: true };
  return {
    ...wanted,
    chain,
    cache,
    whenMissing,
    written,
    keeps: whenMissing.kind === 'prompt' ? keeps.prompted : keeps.generated,
    refusesWrites: written !== null && refuses(written.point, source, names),
  };
}

/** Behind a cached alias, which is alone in its chain, are its own stores. */
function storesOf(plan: Plan, route: Chain | null) {
  if (route === null) return { refs: [null], cacheRef: null };
  const stores = projectStores(plan.stores);
  const cached = cachedBehind(route[0], stores);
  if (cached === null) return { refs: route, cacheRef: null };
  return { refs: sourcesBehind(route[0], stores), cacheRef: cached.store.cache.store };
}

function refuses(
  point: Point,
  { naming }: StoredSource,
  names: { readonly project: string; readonly profile: string; readonly key: string },
): boolean {
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
