/** The null store: is always empty, so that generated and prompted values live for one resolution (spec 2.8). */
import { nothing } from '#schemas/providers/null.js';
import { flatName } from '#schemas/addresses/entry.js';
import type { Store } from './provider.js';

const KEEPS_NOTHING = 'null stores nothing';

export const descriptor = nothing;

export function open(): Store {
  return {
    kind: 'open',
    shown: 'null://',
    read: async (requests) => requests.map(() => ({ kind: 'absent' })),
    refusal: async () => KEEPS_NOTHING,
    absence: async () => KEEPS_NOTHING,
    identity: async (at) => (at === null ? 'null' : `null\n${flatName(at)}`),
  };
}
