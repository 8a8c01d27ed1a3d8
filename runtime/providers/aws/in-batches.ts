/** Answers by id from operations that take several ids at a time. */
import { chunks } from '../chunks.js';
import type { Failed } from '../store-failure.js';
import type { AwsApi } from './aws-api.js';

export interface Batches<Found> {
  /** How many ids one request takes. */
  readonly most: number;
  /** Answers of a batch; ids may be left out of them. */
  readonly ofMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found | Failed> | Failed>;
  readonly ofOne: (id: string) => Promise<Found | Failed>;
}

/** One answer for each id. A single id, and what no batch answered for, is asked for alone. */
export async function inBatches<Found extends object>(
  api: AwsApi,
  ids: readonly string[],
  { most, ofMany, ofOne }: Batches<Found>,
): Promise<Map<string, Found | Failed>> {
  const batches = ids.length < 2 ? [] : chunks(ids, most);
  const answered = await api.inBatch<readonly string[], ReadonlyMap<string, Found | Failed>>(batches, ofMany);
  const known = new Map<string, Found | Failed>();
  for (const [index, batch] of batches.entries()) {
    const answers = answered[index] ?? api.malformed();
    for (const id of batch) {
      const answer = 'failure' in answers ? answers : answers.get(id);
      if (answer !== undefined) known.set(id, answer);
    }
  }
  const left = ids.filter((id) => !known.has(id));
  const alone = await api.inBatch<string, Found>(left, ofOne);
  for (const [index, id] of left.entries()) known.set(id, alone[index] ?? api.malformed());
  return known;
}
