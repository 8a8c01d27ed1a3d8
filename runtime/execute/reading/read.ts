/** The door of reading: the cache, then the stores of the chain in order, then decoding and selection. Writes nothing. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { TakeRoom } from '../../decode/document.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import type { Stores } from '../../stores/stores.js';
import type { CacheWork } from '../caches/cache-work.js';
import type { StoredValue } from '../content/logical-value.js';
import type { Mode } from '../mode.js';
import type { ReadPorts } from '../ports.js';
import type { Unread } from '../resolution.js';
import type { StoreError } from '../store-error.js';
import type { FoundValue, Logical } from '../value-state.js';
import { readInBatches } from './batch.js';
import type { CachedReads, CachedRead } from './cached-reads.js';
import { unwatched, watched } from './watched-reads.js';

/** What the stores gave. */
export interface Read {
  readonly values: ReadonlyMap<string, FoundValue>;
  /** The steps that no store has a value for, by name. */
  readonly missing: readonly ReadStep[];
  /** What is left to be done in caches; null where there is nothing, which is usual. */
  readonly caches: CacheWork | null;
  /** Failures that no other store made up for, and values that are not what they are declared to be. */
  readonly failures: readonly Diagnostic[];
  /** The secrets of these failures. */
  readonly unread: ReadonlyMap<string, Unread>;
  /** Caches that cannot be used. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** One secret on its way along its chain. */
interface Walk {
  readonly step: ReadStep;
  /** Position in `step.from` of the store it is at; -1: at the cache. */
  link: number;
  /** Null while there is none, which is usual. */
  errors: StoreError[] | null;
  found: CachedRead | null;
}

/** Reads every stored secret of the plan. */
export async function readSecrets(linked: LinkedPlan, mode: Mode, ports: ReadPorts, takeRoom: TakeRoom): Promise<Read> {
  const { stores, concurrency, progress } = ports;
  const caches = linked.reads.every(({ cache }) => cache === null) ? null : await cachesOf(linked, mode, ports);
  if (caches !== null && 'conflicts' in caches) return { ...NOTHING, errors: caches.conflicts };
  const walks = linked.reads.map(walkOf);
  const { read, lacked } = progress === null ? unwatched(stores) : watched(linked, stores, progress);
  const next = (walk: Walk, reading: Reading, answer: Answer) => {
    const following = nextOf(walk, reading, answer, caches);
    if (following === null && walk.found === null) lacked();
    return following;
  };
  await readInBatches(walks, startOf, read, next, Math.max(1, concurrency));
  progress?.(null);
  const problems = walks.every(({ errors }) => errors === null) ? NOTHING : await problemsOf(linked, stores, walks);
  const transformed = mode.values ? transformedValues(linked, walks, takeRoom) : null;
  const { values, missing, undecoded } = concluded(walks, mode, stores, transformed && (await transformed));
  return {
    values,
    missing,
    caches: caches?.work(walks) ?? null,
    failures: [...problems.failures, ...undecoded.map(({ diagnostic }) => diagnostic)],
    unread: new Map([...problems.unread, ...undecoded.map(unreadOf)]),
    errors: [],
    warnings: problems.warnings,
  };
}

const NOTHING: Read = {
  values: new Map(),
  missing: [],
  caches: null,
  failures: [],
  unread: new Map(),
  errors: [],
  warnings: [],
};

/** Where nothing is cached, which is usual, it is not asked and loads nothing. */
async function cachesOf(
  linked: LinkedPlan,
  { values }: Mode,
  { stores, now }: ReadPorts,
): Promise<CachedReads | { readonly conflicts: readonly Diagnostic[] }> {
  const { prepareCachedReads } = await import('./cached-reads.js');
  return prepareCachedReads(linked, stores, { keepsValues: values, now });
}

function walkOf(step: ReadStep): Walk {
  return { step, link: step.cache === null ? 0 : -1, errors: null, found: null };
}

function startOf({ link, step }: Walk): Reading | null {
  return link === -1 ? step.cache : (step.from[0] ?? null);
}

/** An absent entry and a failure both send the secret on to its next store (semantics 4.2). */
function nextOf(walk: Walk, reading: Reading, answer: Answer, caches: CachedReads | null): Reading | null {
  if (walk.link === -1) walk.found = caches?.answered(walk.step, reading, answer) ?? null;
  else if (answer.kind === 'found') walk.found = { reading, answer };
  else if (answer.kind === 'failed') {
    walk.errors ??= [];
    walk.errors.push({ step: walk.step, store: reading.store, failure: answer.failure });
  }
  if (walk.found !== null) return null;
  walk.link += 1;
  return walk.step.from[walk.link] ?? null;
}

async function problemsOf(
  linked: LinkedPlan,
  stores: Stores,
  walks: readonly Walk[],
): Promise<Pick<Read, 'failures' | 'unread' | 'warnings'>> {
  const { readProblems } = await import('./read-problems.js');
  return readProblems(linked, stores, walks);
}

/** Null where every value is what is stored, which is usual and loads nothing. */
function transformedValues(
  linked: LinkedPlan,
  walks: readonly Walk[],
  takeRoom: TakeRoom,
): Promise<ReadonlyMap<ReadStep, Logical>> | null {
  const stored: StoredValue[] = [];
  for (const { step, found } of walks) {
    if (found !== null && isTransformed(step)) stored.push({ step, value: found.answer.value });
  }
  if (stored.length === 0) return null;
  return import('../content/logical-value.js').then(({ logicalValues }) => logicalValues(linked, stored, takeRoom));
}

/** Whether the value differs from what is stored. */
function isTransformed({ decode, extract }: ReadStep): boolean {
  return decode !== undefined || extract !== undefined;
}

/** In a value-free pass stored text is neither decoded nor extracted (semantics 4.2). */
function concluded(
  walks: readonly Walk[],
  mode: Mode,
  stores: Stores,
  transformed: ReadonlyMap<ReadStep, Logical> | null,
): Pick<Read, 'values' | 'missing'> & { readonly undecoded: readonly Undecoded[] } {
  const values = new Map<string, FoundValue>();
  const missing: ReadStep[] = [];
  const undecoded: Undecoded[] = [];
  for (const { step, found, errors } of walks) {
    if (found === null) {
      if (errors === null) missing.push(step);
      continue;
    }
    const { reading, answer } = found;
    const origin = { kind: 'store', store: stores.shown(reading.store), at: reading.at } as const;
    const logical = transformed?.get(step) ?? answer;
    if (logical.kind === 'failed')
      undecoded.push({ secret: step.secret, store: origin.store, diagnostic: logical.diagnostic });
    else values.set(step.secret, foundValue(mode.values ? logical.value : null, origin, answer));
  }
  return { values, missing, undecoded };
}

/** Spelled out, because there is one per secret, and few stores report more than a value. */
function foundValue(
  value: FoundValue['value'],
  origin: FoundValue['origin'],
  answer: CachedRead['answer'],
): FoundValue {
  const { expiresAt, refreshAt, revision } = answer;
  if (expiresAt === undefined && refreshAt === undefined && revision === undefined)
    return { kind: 'found', value, origin };
  const facts = { ...(expiresAt && { expiresAt }), ...(refreshAt && { refreshAt }), ...(revision && { revision }) };
  return { kind: 'found', value, origin, facts };
}

/** A stored value that is not what it is declared to be. */
interface Undecoded {
  readonly secret: string;
  readonly store: string;
  readonly diagnostic: Diagnostic;
}

function unreadOf({ secret, store, diagnostic: { kind } }: Undecoded): [string, Unread] {
  return [secret, { store, errorKind: kind, cause: 'value' }];
}
