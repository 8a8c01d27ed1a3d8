/** What `run` costs before its command starts, counted from the descriptors of the stores (plan-product). */
import type { Cost } from '#schemas/providers/descriptor.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { CostRange, PlanCost, ProfileCost, StoreCost, WrittenEntries } from '#schemas/plan-cost.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { type ChainUse, chainUses } from '../contacts/walk.js';
import { chainsIn } from '../outline/chains.js';
import { selectionsOf } from '../questions/selected-by.js';
import { shownStore, type StoreRow, StoreRows } from '../questions/store-rows.js';
import { type Path, profileWork, type StoreWork } from './store-work.js';

export function planCost(question: PlanQuestion): PlanCost {
  const uses = usesByProfile(question);
  const profiles = question.profiles.map((profile) => profileCost(question, profile, uses.get(profile) ?? []));
  return { ...answerHead(question), caches: question.caches, profiles };
}

/** Selected once for all profiles: they nearly always share most of their secrets. */
function usesByProfile(question: PlanQuestion): ReadonlyMap<string, readonly ChainUse[]> {
  const { plan } = question;
  const found = new Map<string, ChainUse[]>(question.profiles.map((profile) => [profile, []]));
  const chains = chainsIn(plan);
  for (const use of selectionsOf(question).flatMap((selected) => chainUses(plan, selected, chains)))
    for (const profile of use.profiles) found.get(profile)?.push(use);
  return found;
}

function profileCost({ plan, scope, caches }: PlanQuestion, profile: string, uses: readonly ChainUse[]): ProfileCost {
  const rows = new StoreRows(plan);
  const { stores, paths } = profileWork(plan, profile, uses, rows, caches === 'warm');
  const costs = new Map([...stores].map(([row, work]) => [row, costOf(row, work)]));
  const met = rows.sorted().flatMap((row) => costs.get(row) ?? []);
  const total = (part: 'calls' | 'files' | 'signIns' | 'unlocks') => sum(met.map(({ shown }) => shown[part]));
  const isKnown = met.every(({ rounds }) => rounds !== null);
  return {
    profile,
    scope,
    stores: met.map(({ shown }) => shown),
    calls: total('calls'),
    files: total('files'),
    signIns: total('signIns'),
    unlocks: total('unlocks'),
    roundTrips: isKnown ? roundTripsOf(paths, costs) : null,
  };
}

/** Calls that wait for one another. */
interface Rounds {
  readonly best: number;
  readonly worst: number;
  /** Before the first read. */
  readonly signIn: number;
  /** Of a credential that is read by itself. */
  readonly credential: CostRange;
  readonly written: CostRange;
}
interface Costed {
  readonly shown: StoreCost;
  /** Null: the store is not known. */
  readonly rounds: Rounds | null;
  /** How many credentials it has, by the store that they open. */
  readonly credentials: ReadonlyMap<StoreRow, number>;
}

function costOf(row: StoreRow, work: StoreWork): Costed {
  const uri = row.leaf === null ? null : parseStoreUri(row.leaf.spec);
  const descriptor = uri?.kind === 'uri' ? descriptorOf(uri.scheme) : null;
  const base = { ...shownStore(row), entries: work.entries.size, written: writtenEntries(work) };
  const credentials = new Map<StoreRow, number>();
  for (const { opens } of work.credentials) credentials.set(opens, (credentials.get(opens) ?? 0) + 1);
  if (uri?.kind !== 'uri' || descriptor === null) {
    const shown: StoreCost = { ...base, unit: 'unknown', calls: null, files: null, signIns: null, unlocks: null };
    return { shown, rounds: null, credentials };
  }
  const { cost } = descriptor;
  const signIn = signInOf(cost, uri);
  const best = batchesAtBest(cost, work);
  const reads = { best: readCalls(cost, best, false), worst: readCalls(cost, work.worst, true) };
  const signedIn = work.credentials.length === 0 ? NOTHING : credentialCalls(cost, work);
  const written = writtenCalls(cost, work);
  const all = sum([reads, signedIn, written, { best: 0, worst: signIn }]) ?? NOTHING;
  const isFile = cost.unit === 'file';
  const isCalled = cost.unit === 'request' || cost.unit === 'process';
  const sideBySide = cost.unit === 'request' ? 16 : 8;
  return {
    shown: {
      ...base,
      unit: cost.unit,
      calls: isCalled ? all : NOTHING,
      files: isFile ? all : NOTHING,
      signIns: { best: 0, worst: signIn > 0 ? 1 : 0 },
      unlocks: { best: 0, worst: cost.unlocks ? 1 : 0 },
    },
    rounds: isCalled
      ? {
          best: rounds(cost, best, sideBySide, false),
          worst: rounds(cost, work.worst, sideBySide, true),
          signIn,
          credential: oneCredential(cost),
          written,
        }
      : { best: 0, worst: 0, signIn: 0, credential: NOTHING, written: NOTHING },
    credentials,
  };
}

function writtenEntries({ made: { generated, prompted }, cached }: StoreWork): WrittenEntries {
  return { generated: generated.size, prompted: prompted.size, cached: cached.size };
}

const NOTHING: CostRange = { best: 0, worst: 0 };

function signInOf({ signIn = 0 }: Cost, uri: StoreUri): number {
  return typeof signIn === 'number' ? signIn : signIn(uri);
}

/** Of all batches; a native entry is asked for once. */
function readCalls(cost: Cost, batches: StoreWork['best'], isWorst: boolean): number {
  let calls = 0;
  for (const batch of batches.values()) calls += callsFor(cost, batch.size) + (isWorst ? (cost.more ?? 0) : 0);
  return calls;
}

/** An empty cache has no copy. */
function batchesAtBest({ copies }: Cost, { best, cached }: StoreWork): StoreWork['best'] {
  if (copies?.areFiles !== true || cached.size === 0) return best;
  return new Map([...best].map(([path, batch]) => [path, new Set([...batch].filter((entry) => !cached.has(entry)))]));
}

function callsFor({ perBatch, single }: Cost, entries: number): number {
  if (entries === 0) return 0;
  if (entries === 1 && single !== undefined) return single;
  if (perBatch === 'one each') return entries;
  return typeof perBatch === 'number' ? perBatch : Math.ceil(entries / perBatch.entriesPerCall);
}

function credentialCalls(cost: Cost, { credentials }: StoreWork): CostRange {
  const { best, worst } = oneCredential(cost);
  return { best: credentials.filter(({ isBest }) => isBest).length * best, worst: credentials.length * worst };
}

function oneCredential(cost: Cost): CostRange {
  const best = callsFor(cost, 1);
  return { best, worst: best + (cost.more ?? 0) };
}

/** Caches are filled in any case; what was made goes to its store, and its copy is looked at before it is replaced. */
function writtenCalls(cost: Cost, { made, cached, cachedOfMade }: StoreWork): CostRange {
  const filled = writeCalls(cost.writes, cached.size);
  const again =
    cachedOfMade.size === 0 ? 0 : callsFor(cost, cachedOfMade.size) + (cost.more ?? 0) + (cost.writes?.batch ?? 0);
  const kept = writeCalls(cost.writes, made.generated.size) + writeCalls(cost.writes, made.prompted.size);
  return { best: writeCalls(cost.copies ?? cost.writes, cached.size), worst: filled + again + kept };
}

function writeCalls(writes: Cost['writes'], entries: number): number {
  return entries === 0 || writes === undefined ? 0 : writes.batch + writes.each * entries;
}

/** A store has one batch under way at a time. */
function rounds(cost: Cost, batches: StoreWork['best'], sideBySide: number, isWorst: boolean): number {
  let all = 0;
  for (const batch of batches.values()) {
    const calls = callsFor(cost, batch.size);
    const isFixed = typeof cost.perBatch === 'number';
    all += (isFixed ? calls : Math.ceil(calls / sideBySide)) + (isWorst ? (cost.more ?? 0) : 0);
  }
  return all;
}

/** The longest way; then the writes, one store after the other. */
function roundTripsOf(paths: readonly Path[], costs: ReadonlyMap<StoreRow, Costed>): CostRange {
  const opened = (row: StoreRow, isWorst: boolean) => {
    let before = 0;
    for (const [source, { credentials }] of costs) {
      const from = costs.get(source)?.rounds;
      const count = credentials.get(row) ?? 0;
      if (!from || count === 0) continue;
      // At best, they are all asked for at once.
      before += isWorst ? from.signIn + count * from.credential.worst : from.credential.best;
    }
    return before + (isWorst ? (costs.get(row)?.rounds?.signIn ?? 0) : 0);
  };
  const length = ({ rows, best }: Path, isWorst: boolean) =>
    (isWorst ? rows : rows.slice(0, best)).reduce((all, row) => {
      const own = costs.get(row)?.rounds;
      return all + opened(row, isWorst) + (own?.[isWorst ? 'worst' : 'best'] ?? 0);
    }, 0);
  const written = sum([...costs.values()].map((cost) => cost.rounds?.written ?? NOTHING)) ?? NOTHING;
  const longest = (isWorst: boolean) => paths.reduce((most, path) => Math.max(most, length(path, isWorst)), 0);
  return { best: longest(false) + written.best, worst: longest(true) + written.worst };
}

/** Null where one of them is not known. */
function sum(ranges: readonly (CostRange | null)[]): CostRange | null {
  let [best, worst] = [0, 0];
  for (const range of ranges) {
    if (range === null) return null;
    best += range.best;
    worst += range.worst;
  }
  return { best, worst };
}
