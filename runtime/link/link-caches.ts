/** The caches of a profile, without the stores that they cache: all that `cache clear` needs. Pure, as `link` is. */

import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { Plan } from '#schemas/plan.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { LinkResult } from './link.js';
import { declaredCache, type LinkingWorld } from './link-reads.js';
import { refused } from './link-refused.js';
import type { Choice, ReadStep } from './linked-plan.js';
import { linkingWorld } from './linking-world.js';
import { selectWanted } from './select-wanted.js';
import type { WantedSecret } from './wanted.js';

/**
 * Steps that name caches and no other store; a cache that cannot be used is a broken store, so that the others can be
 * cleared. A choice of a secret means its own cache alone. Overrides and scopes are ignored.
 */
export function linkCaches(plan: Plan, choice: Choice, user: UserConfig, claims: Claims = UNCLAIMED): LinkResult {
  const selected = selectWanted(plan, { ...choice, scope: null }, user);
  if (selected.kind === 'refused') return selected;
  const { profile, wanted } = selected;
  const world = linkingWorld(plan, profile, null, user, claims);
  const [secret] = choice.only ?? [];
  const meant = [...wanted.values()].filter(({ visible }) => visible || secret === undefined);
  const reads = meant.flatMap((one) => stepOf(one, world) ?? []);
  if (secret !== undefined && reads.length === 0) {
    return refused(storesIo.E1122({ secret }, { about: { profile, secret, field: 'providers' } }));
  }
  const { project, binder } = world;
  const base = { project, profile, scope: null, primaryStore: null, finish: [], groups: [], scrub: [] };
  return { kind: 'linked', plan: { ...base, stores: binder.stores, reads } };
}

function stepOf(secret: WantedSecret, world: LinkingWorld): ReadStep | null {
  const { source } = secret.meaning;
  const cache = source.kind === 'stored' ? declaredCache(secret, source, world) : null;
  if (source.kind !== 'stored' || cache === null) return null;
  return {
    ...world.factsOf(secret),
    from: [],
    cache: cache.reading,
    bypassedCache: null,
    whenMissing: source.whenMissing,
  };
}
