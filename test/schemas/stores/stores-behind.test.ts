/** Which stores a reference stands for: one walker, compared with a slow and obvious one, and with all who show its answers. */
import { expect, test } from '@jest/globals';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { link } from '#runtime/link/link.js';
import { own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { projectStores } from '#schemas/stores/store-table.js';
import {
  aliasesBehind,
  cachedBehind,
  leafBehind,
  sourcesBehind,
  storesNamedBy,
} from '#schemas/stores/stores-behind.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { sampledPlans } from '../../helpers/generated-manifest.js';
import { tried } from '../../helpers/thoroughness.js';

const plans = sampledPlans(tried(400), 29);
const ANYWHERE = { profile: null, scope: null, override: null, only: null };

/** Every reference that the stored secrets of a profile ask, as the plan writes it. */
function chainsIn(plan: Plan, profile: string): readonly StoreRef[] {
  const chosen = own(plan.profiles, profile)?.route ?? [];
  const sources = Object.values(plan.secrets).flat();
  return sources.flatMap(({ source }) => {
    if (source.kind !== 'stored') return [];
    return source.route === 'profile' ? chosen : source.route;
  });
}

/** All that a reference can lead to, by looking for texts that are names of aliases wherever an alias holds one. */
function namesWithin(plan: Plan, value: unknown, seen: Set<string>): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return seen;
  const name = 'kind' in value && value.kind === 'alias' && 'name' in value ? String(value.name) : null;
  if (name !== null && !seen.has(name)) {
    seen.add(name);
    namesWithin(plan, own(plan.stores, name), seen);
  }
  for (const part of Object.values(value)) namesWithin(plan, part, seen);
  return seen;
}

test('the aliases behind references are all that any part of them names', async () => {
  let count = 0;
  for (const plan of await plans) {
    for (const profile of Object.keys(plan.profiles)) {
      const refs = chainsIn(plan, profile);
      const reached = [...aliasesBehind(refs, projectStores(plan.stores))];
      expect(new Set(reached)).toEqual(namesWithin(plan, refs, new Set()));
      count += reached.length;
    }
  }
  expect(count).toBeGreaterThan(50);
});

test('sources are leaves, and with the cache they are all that a cached alias names', async () => {
  let count = 0;
  for (const plan of await plans) {
    const stores = projectStores(plan.stores);
    for (const name of stores.aliases) {
      const ref: StoreRef = { kind: 'alias', name };
      const sources = sourcesBehind(ref, stores);
      for (const source of sources) expect(cachedBehind(source, stores) === null || source === ref).toBe(true);
      const cached = cachedBehind(ref, stores);
      if (cached === null) continue;
      count++;
      const named = storesNamedBy(cached.store).map((each) => each.ref);
      const own = cached.store.kind === 'fallback' ? sources : named.slice(0, -1);
      expect(named).toEqual([...own, cached.store.cache.store]);
      expect(leafBehind(ref, stores) === null).toBe(cached.store.kind === 'fallback');
    }
  }
  expect(count).toBeGreaterThan(5);
});

test('an outline lists every alias that link makes concrete', async () => {
  let count = 0;
  for (const plan of await plans) {
    for (const profile of Object.keys(plan.profiles)) {
      const linked = link(plan, { ...ANYWHERE, profile }, { ...NO_USER_CONFIG, provider: 'env' });
      if (linked.kind !== 'linked') continue;
      const concrete = linked.plan.stores.flatMap((store) => (store.kind === 'store' ? store.aliases : []));
      const { contacts } = outlinePlan(plan, { profile, scope: null });
      const contacted = contacts.flatMap(({ store }) => (store.kind === 'alias' ? [store.name] : []));
      expect(concrete.filter((alias) => !contacted.includes(alias))).toEqual([]);
      count += concrete.length;
    }
  }
  expect(count).toBeGreaterThan(50);
});

test('a circle of aliases ends', () => {
  const cache = { store: { kind: 'alias', name: 'a' }, maxAgeSeconds: 1 } as const;
  const stores = projectStores({ a: { kind: 'fallback', route: [{ kind: 'alias', name: 'a' }], cache } });
  expect([...aliasesBehind([{ kind: 'alias', name: 'a' }], stores)]).toEqual(['a']);
});
