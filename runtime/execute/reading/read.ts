/** Stored secrets: the cache, then the stores of the chain in order, then decoding and selection. */

import type { Reading, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import type { CacheWork } from '../caches/cache-work.js';
import type { Execution } from '../execution.js';
import type { StoreError } from '../store-error.js';
import { readInBatches } from './batch.js';
import type { CachedReads, Found } from './cached-reads.js';
import type { Logical, StoredValue } from './logical-value.js';

/** One secret on its way along its chain. */
interface Walk {
  readonly step: ReadStep;
  /** Position in `step.from` of the store it is at; -1: at the cache. */
  link: number;
  /** Null while it met none, which is usual. */
  errors: StoreError[] | null;
  found: Found | null;
}

/**
 * Reads every stored secret of the plan. Found values are known afterwards; failures that surface are among the errors.
 * Gives back the steps that no store has a value for, by name.
 */
export async function readStoredSecrets(execution: Execution): Promise<readonly ReadStep[]> {
  const { linked, ports, stores } = execution;
  const caches = await cachesOf(execution);
  if (execution.errors.length > 0) return [];
  const walks = linked.reads.map(walkOf);
  const next = (walk: Walk, reading: Reading, answer: Answer) => nextOf(walk, reading, answer, caches);
  await readInBatches(walks, startOf, stores.read, next, Math.max(1, ports.concurrency));
  await settle(execution, caches?.work(walks) ?? null);
  await reportErrors(execution, walks);
  await makeAllKnown(execution, walks);
  return walks.filter(({ found, errors }) => found === null && errors === null).map(({ step }) => step);
}

/** Null where nothing is cached, which is usual and loads nothing. What is wrong with caches is among the errors. */
async function cachesOf(execution: Execution): Promise<CachedReads | null> {
  if (execution.linked.reads.every(({ cache }) => cache === null)) return null;
  const { prepareCachedReads, CachedReads } = await import('./cached-reads.js');
  const { linked, stores, mode, ports } = execution;
  const prepared = await prepareCachedReads(linked, stores, { keepsValues: mode.values, now: ports.now });
  if (prepared instanceof CachedReads) return prepared;
  execution.errors.push(...prepared);
  return null;
}

async function settle(execution: Execution, work: CacheWork | null): Promise<void> {
  if (work === null) return;
  const { settleCaches } = await import('../keeping/keep.js');
  execution.warnings.push(...(await settleCaches(execution.ports, work)));
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

/** Where no store has the value, the first failure of the chain surfaces; every other one is a warning. */
async function reportErrors(execution: Execution, walks: readonly Walk[]): Promise<void> {
  const { linked, stores } = execution;
  const surfacing: StoreError[] = [];
  const passedBy: StoreError[] = [];
  for (const { found, errors } of walks) {
    if (errors === null) continue;
    const [first, ...rest] = errors;
    if (first === undefined) continue;
    (found === null ? surfacing : passedBy).push(first);
    for (const error of rest) passedBy.push(error);
  }
  if (surfacing.length === 0 && passedBy.length === 0) return;
  const { readErrors, readWarnings } = await import('../store-error.js');
  execution.errors.push(...readErrors(linked, stores, surfacing));
  execution.warnings.push(...readWarnings(linked, stores, passedBy));
}

/** In a value-free pass stored text is neither decoded nor extracted (semantics 4.2). */
async function makeAllKnown(execution: Execution, walks: readonly Walk[]): Promise<void> {
  const { mode, stores, known, errors } = execution;
  const transformed = mode.values ? await transformedValues(execution, walks) : null;
  for (const { step, found } of walks) {
    if (found === null) continue;
    const { reading, answer } = found;
    const origin = { kind: 'store', store: stores.shown(reading.store), at: reading.at } as const;
    const logical = transformed?.get(step) ?? answer;
    if (logical.kind === 'failed') errors.push(logical.diagnostic);
    else known.set(step.secret, { kind: 'found', value: mode.values ? logical.value : null, origin });
  }
}

/** Null where every value is what is stored, which is usual and loads nothing. */
async function transformedValues(
  execution: Execution,
  walks: readonly Walk[],
): Promise<ReadonlyMap<ReadStep, Logical> | null> {
  const stored: StoredValue[] = [];
  for (const { step, found } of walks) {
    if (found !== null && isTransformed(step)) stored.push({ step, value: found.answer.value });
  }
  if (stored.length === 0) return null;
  const { logicalValues } = await import('./logical-value.js');
  return logicalValues(execution, stored);
}

/** Whether the value is another than what lies in the store. */
function isTransformed({ decode, extract }: ReadStep): boolean {
  return decode !== undefined || extract !== undefined;
}
