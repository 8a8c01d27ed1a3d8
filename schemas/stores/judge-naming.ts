/** Whether the stores of a chain can honour what a secret says about its addresses (spec 2.9). */

import { nearest } from '../nearest.js';
import type { Naming, StoreRef } from '../plan.js';
import type { StoreFault } from './judge.js';
import { leafUri } from './judge-cache.js';
import { coordinateFaults } from './judge-coordinates.js';
import type { StoreTable } from './store-table.js';
import { isCached, sourcesBehind } from './stores-behind.js';

/**
 * What no store of the chain may be asked: `ref` is judged against every known store, wherever it stands, those behind a
 * cached alias included; each entry of `refs` against its own alias, which must hold values itself and, once the user's aliases
 * are known, exist.
 */
export function namingFaults(naming: Naming, route: readonly StoreRef[], stores: StoreTable): readonly StoreFault[] {
  switch (naming.kind) {
    case 'convention':
      return [];
    case 'ref':
      return route
        .flatMap((ref) => sourcesBehind(ref, stores))
        .flatMap((ref) => {
          const uri = leafUri(ref, stores);
          return uri === null ? [] : coordinateFaults(uri, naming.at);
        });
    case 'refs':
      return Object.entries(naming.by).flatMap(([alias, at]) => {
        const ref: StoreRef = { kind: 'open', name: alias };
        const found = stores.find(ref);
        if (found.kind !== 'store') return [];
        if (found.alias === null) {
          return [
            { kind: 'unknown-alias', name: alias, nearest: nearest(alias, stores.aliases), aliases: stores.aliases },
          ];
        }
        if (isCached(found.store)) return [{ kind: 'refs-of-cached', name: alias }];
        const uri = leafUri(ref, stores);
        return uri === null ? [] : coordinateFaults(uri, at);
      });
  }
}
