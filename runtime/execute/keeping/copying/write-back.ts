/** Deleted values are written back where they were, as they were stored: deleting them deleted more than them. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { addressKey } from '#schemas/addresses/address.js';
import type { RemoveAnswer, WriteEntry } from '../../../providers/provider.js';
import { UNANSWERED } from '../../../providers/store-failure.js';
import { aboutOf } from '../../about.js';
import type { CopyTask, MovePorts, StoredCopy } from './copy.js';

/** A value that the source was asked to delete, and its answer. */
export interface Deleted {
  readonly held: StoredCopy;
  readonly answer: RemoveAnswer;
}

/** No other copy may be left, so that a failure that can pass is waited for. */
const WAITS_MS = [0, 500, 2000];

export interface WrittenBack {
  /** The secrets whose value could not be written back. */
  readonly left: ReadonlySet<string>;
  /** One error if there are any. */
  readonly errors: readonly Diagnostic[];
}

export async function writeBack(
  { linked, source }: CopyTask,
  { stores, record }: MovePorts,
  tried: readonly Deleted[],
): Promise<WrittenBack> {
  let left = tried.filter(({ answer }) => answer.kind !== 'absent');
  let quote: string | null = null;
  for (const milliseconds of WAITS_MS) {
    if (left.length === 0) break;
    if (milliseconds > 0) await wait(milliseconds);
    const entries = new Map(left.map((one) => [keyOf(one), entryOf(one)]));
    const answers = await stores.write(source.store, [...entries.values()], 'asked');
    const answerOf = new Map([...entries.keys()].map((key, index) => [key, answers[index] ?? UNANSWERED]));
    const failed: Deleted[] = [];
    for (const one of left) {
      const answer = answerOf.get(keyOf(one)) ?? UNANSWERED;
      const { step, source: place } = one.held;
      if (answer.kind === 'failed') {
        failed.push(one);
        quote = answer.failure.detail;
      } else if (answer.kind === 'written') {
        const { reading, opened } = place;
        record({ action: 'set', key: step.secret, provider: opened.shown, at: reading.at, outcome: 'written' });
      }
    }
    left = failed;
  }
  const [first] = left;
  if (first === undefined) return { left: new Set(), errors: [] };
  const secrets = left.map(({ held }) => held.step.secret);
  const p = { secrets, store: stores.called(source.store) };
  return { left: new Set(secrets), errors: [storesIo.E1132(p, { ...aboutOf(linked, first.held.step), quote })] };
}

function keyOf({ held }: Deleted): string {
  return addressKey(held.source.reading.at);
}

/** Where it is not certain that the value is gone, one that is there stays. */
function entryOf({ held: { source, value, expiresAt }, answer }: Deleted): WriteEntry {
  if (value === null) throw new Error('a value was deleted that was not read');
  const isUncertain = answer.kind === 'failed';
  return {
    at: source.reading.at,
    value,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(isUncertain && { onlyIfAbsent: true }),
  };
}
