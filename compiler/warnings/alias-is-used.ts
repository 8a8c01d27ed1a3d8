/** An alias names a store that something uses: a chain, `refs`, or another alias that is used. */
import { stores } from '#schemas/diagnostics/E06-stores.js';
import type { StoreRef } from '#schemas/plan.js';
import { aliasesBehind } from '#schemas/stores/stores-behind.js';
import type { BoundProject } from '../tree/effective.js';
import { ownChain } from './chains.js';
import type { Warning } from './warning.js';

/** Checks only the entry manifest: a parent also declares aliases for other manifests. */
export const aliasIsUsed: Warning = ({ project }, report) => {
  if (project.stores.size === 0) return;
  const used = usedAliases(project);
  for (const [alias, { at }] of project.stores) {
    if (at.file === project.file && !used.has(alias)) report(stores.W0601({ alias }, { at }));
  }
};

function usedAliases(project: BoundProject): ReadonlySet<string> {
  return aliasesBehind(firstRefs(project), project.table);
}

/** What profiles and secrets name; a key of `refs` may be for `import` alone (spec 2.9). */
function* firstRefs(project: BoundProject): Generator<StoreRef> {
  for (const route of project.chains.values()) yield* route ?? [];
  for (const secret of project.secrets) {
    yield* ownChain(secret, project) ?? [];
    for (const name of Object.keys(secret.fields.refs ?? {})) yield { kind: 'open', name };
  }
}
