/** A session's `delete`: values are removed from the stores that they are written to, and from caches (semantics 6.7). */

import type { Diagnostic, ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import { addressKey } from '#schemas/addresses/address.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { RemoveAnswer } from '../../providers/provider.js';
import { UNANSWERED } from '../../providers/store-failure.js';
import type { KeepPorts } from '../ports.js';
import { byStore } from './by-store.js';
import { type WrittenStore, writtenStoreOf } from './written-store.js';
import { removeOutdated, type StepEntry } from './follow-writes.js';
import { keptSteps } from './made-of-others.js';
import { StoreProblems } from './store-problems.js';

/** `failed`: `errors` says why. */
export type Removal =
  | { readonly kind: 'removed' | 'absent' }
  | { readonly kind: 'failed'; readonly errorKind: ErrorKind };

export interface RemovedSecrets {
  /** One per secret. */
  readonly removals: ReadonlyMap<string, Removal>;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** `linked` wants these secrets. What cannot be removed does not prevent the rest; one batch per store. */
export async function removeSecrets(
  linked: LinkedPlan,
  ports: KeepPorts,
  secrets: readonly string[],
): Promise<RemovedSecrets> {
  const removals = new Map<string, Removal>(secrets.map((secret) => [secret, STORE_FAILED]));
  const stepOf = keptSteps(linked);
  const problems = new StoreProblems(linked, ports.stores, 'removed');
  const ready: WrittenStore[] = [];
  for (const secret of secrets) {
    const step = stepOf(secret);
    if ('code' in step) {
      removals.set(secret, { kind: 'failed', errorKind: step.kind });
      problems.add(step);
      continue;
    }
    const first = await writtenStoreOf(linked, ports.stores, step, 'remove');
    if (first.kind === 'ready') ready.push(first);
    else problems.addNoStore(first);
  }
  const gone: ReadStep[] = [];
  for (const [{ step, reading }, answer] of await removeFrom(ports, ready)) {
    if (answer.kind === 'failed') problems.addFailure({ step, store: reading.store, failure: answer.failure });
    else {
      removals.set(step.secret, answer);
      gone.push(step);
    }
  }
  const warnings = await removeOutdated(linked, ports, gone.flatMap(entriesOf));
  return { removals, errors: problems.all(), warnings };
}

const STORE_FAILED: Removal = { kind: 'failed', errorKind: 'provider_operation_failed' };

/** One batch per store. Secrets that share an entry get the answer for it. */
async function removeFrom(
  ports: KeepPorts,
  all: readonly WrittenStore[],
): Promise<readonly (readonly [WrittenStore, RemoveAnswer])[]> {
  const results: (readonly [WrittenStore, RemoveAnswer])[] = [];
  for (const [store, together] of byStore(all, ({ reading }) => reading.store)) {
    const addresses = new Map(together.map(({ reading: { at } }) => [addressKey(at), at]));
    const answers = await ports.stores.remove(store, [...addresses.values()], 'asked');
    const answerOf = new Map([...addresses.keys()].map((key, index) => [key, answers[index]]));
    for (const first of together) {
      const answer = answerOf.get(addressKey(first.reading.at)) ?? UNANSWERED;
      recordRemoval(ports, first, answer);
      results.push([first, answer]);
    }
  }
  return results;
}

/** All entries that caches may hold of the secret, those that an override bypasses included. */
function entriesOf(step: ReadStep): readonly StepEntry[] {
  return [step.cache, step.bypassedCache].flatMap((reading) => {
    return reading === null ? [] : [{ step, secret: step.secret, reading }];
  });
}

const OUTCOMES = {
  removed: { outcome: 'deleted' },
  absent: { outcome: 'missing' },
  failed: { outcome: 'error', errorKind: 'provider_operation_failed' },
} as const;

/** The result for what the store was asked to remove. */
export function recordRemoval(
  { record }: KeepPorts,
  { step, opened, reading: { at } }: Pick<WrittenStore, 'step' | 'opened' | 'reading'>,
  { kind }: RemoveAnswer,
): void {
  record({ action: 'delete', key: step.secret, provider: opened.shown, at, ...OUTCOMES[kind] });
}
