/** What `check` says about files of stores that it has read: those not encrypted for their lists, and copies that git would commit. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { plainFilesOf } from '#schemas/providers/plain-files.js';
import { filePathOf, parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { Variables } from '../../inputs/folders.js';
import { isCommittable } from '../../inputs/git-status.js';
import type { LinkedStore } from '../../link/linked-plan.js';
import type { Resolved } from '../resolve.js';

export async function doubtfulFiles(resolved: Resolved, variables: Variables): Promise<readonly Diagnostic[]> {
  return [...(await unlistedRecipients(resolved)), ...committedCaches(resolved, variables)];
}

async function unlistedRecipients({ linked, resolution, stores }: Resolved): Promise<readonly Diagnostic[]> {
  const answering = new Set(
    resolution.secrets.flatMap((one) =>
      one.status === 'found' && one.origin.kind === 'store' ? one.origin.store : [],
    ),
  );
  const warnings: Diagnostic[] = [];
  for (const [index, store] of linked.stores.entries()) {
    if (!mayHaveList(store) || !answering.has(stores.shown(index))) continue;
    const answer = await stores.recipients(index);
    if (answer.kind !== 'compared' || answer.comparison.kind !== 'different') continue;
    const { list, comparison } = answer;
    warnings.push(storesIo.W1110({ store: stores.called(index), list, difference: comparison.difference }));
  }
  return warnings;
}

function mayHaveList(store: LinkedStore): boolean {
  return store.kind === 'store' && descriptorOf(store.scheme)?.recipients !== undefined;
}

/** An open store shows where its file is. */
function committedCaches({ linked, stores }: Resolved, variables: Variables): readonly Diagnostic[] {
  const caches = new Set(linked.reads.flatMap(({ cache }) => (cache === null ? [] : cache.store)));
  return [...caches].flatMap((index) => {
    const store = linked.stores[index];
    const location = store?.kind === 'store' ? plainFilesOf(store.scheme) : null;
    if (location === null) return [];
    const shown = parseStoreUri(stores.shown(index));
    const isCommitted = shown.kind === 'uri' && isCommittable(filePathOf(shown), location === 'folder', variables);
    return isCommitted ? [storesIo.W1111({ store: stores.called(index) })] : [];
  });
}
