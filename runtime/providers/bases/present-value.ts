/** What a store answers where only a gap may be filled, and another writer was first. */
import type { Answer, WriteAnswer } from '../provider.js';
import { failed } from '../store-failure.js';

/** `there`: the secret, read after that. */
export function presentOr(there: Answer): WriteAnswer {
  if (there.kind === 'found') return { kind: 'present', value: there.value };
  return there.kind === 'absent' ? REMOVED_AGAIN : there;
}

export const REMOVED_AGAIN = failed('conflict', 'other writers stored the secret and removed it again', 'try again');
