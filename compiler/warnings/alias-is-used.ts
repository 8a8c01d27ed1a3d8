/** An alias stands for a store that something uses: a chain, `refs`, or another alias that is used. */
import { stores } from '#schemas/diagnostics/E06-stores.js';
import type { Store, StoreRef } from '#schemas/plan.js';
import type { BoundProject } from '../tree/effective.js';
import { ownRoute } from './chains.js';
import type { Warning } from './warning.js';

/** Looks at the entry manifest alone: a parent declares aliases for others, too. */
export const aliasIsUsed: Warning = ({ project }, report) => {
  if (project.stores.size === 0) return;
  const used = usedAliases(project);
  for (const [alias, { at }] of project.stores) {
    if (at.file === project.file && !used.has(alias)) report(stores.W0601({ alias }, { at }));
  }
};

function usedAliases(project: BoundProject): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting = firstNames(project);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    const alias = project.stores.get(name);
    if (alias !== undefined) waiting.push(...namesOf(refsOf(alias.store)));
  }
  return used;
}

/** What profiles and secrets name; a key of `refs` may be for `import` alone (spec 2.9). */
function firstNames(project: BoundProject): string[] {
  const names = [...project.routes.values()].flatMap((route) => namesOf(route ?? []));
  for (const secret of project.secrets) {
    names.push(...namesOf(ownRoute(secret, project) ?? []), ...Object.keys(secret.fields.refs ?? {}));
  }
  return names;
}

function refsOf(store: Store): readonly StoreRef[] {
  const cache = store.kind === 'leaf' ? [] : [store.cache.store];
  if (store.kind === 'fallback') return [...store.route, ...cache];
  return [...Object.values(store.credentials).map((source) => source.store), ...cache];
}

function namesOf(refs: readonly StoreRef[]): readonly string[] {
  return refs.flatMap((ref) => (ref.kind === 'uri' ? [] : [ref.name]));
}
