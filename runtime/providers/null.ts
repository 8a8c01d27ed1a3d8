/** The null store: holds nothing and keeps nothing, so that generated and prompted values live for one resolution (spec 2.8). */
import { nothing } from '#schemas/providers/null.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { flatName } from './coordinates.js';
import type { OpenStore, Refused } from './provider.js';
import { refused } from './store-failure.js';

const KEEPS_NOTHING = 'null stores nothing';

export function open(uri: StoreUri): OpenStore | Refused {
  if (uri.authority + uri.path !== '')
    return refused('unsupported', 'null does not accept an address', 'write `null://`');
  return {
    kind: 'open',
    shown: 'null://',
    abilities: async () => nothing.abilities(),
    read: async (requests) => requests.map(() => ({ kind: 'absent' })),
    refusesWrite: async () => KEEPS_NOTHING,
    refusesRemove: async () => KEEPS_NOTHING,
    absence: async () => KEEPS_NOTHING,
    target: async (at) => `item=${flatName(at)}`,
    identity: async (at) => (at === null ? 'null' : `null\n${flatName(at)}`),
  };
}
