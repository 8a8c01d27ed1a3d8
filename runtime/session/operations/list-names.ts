/** The names that a store lists, without a manifest. */
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { hasPathPlaceholders } from '#schemas/stores/path-placeholders.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { listError } from '../../execute/list-error.js';
import { fail } from '../../failure.js';
import type { EntryOwner } from '../../link/link-store.js';
import type { Listed } from '../../providers/provider.js';
import type { Call } from '../call.js';
import { withLoneStore } from '../lone-store.js';
import type { SessionPorts } from '../ports.js';

export interface ListedNames {
  readonly entries: readonly Listed[];
  /** The address of the store, with aliases resolved; null if it is unknown. */
  readonly uri: StoreUri | null;
}

export async function listNames(
  call: Call,
  ports: SessionPorts,
  spec: string,
  owner: EntryOwner,
): Promise<ListedNames> {
  refusePlaceholders(spec);
  try {
    return await withLoneStore(call, ports, { spec, owner }, async ({ stores, store, at, uri, mayPrompt }) => {
      if (!mayPrompt) ports.progress?.({ done: 0, of: 1, what: `listing ${stores.called(store)}` });
      const answer = await stores.list(store);
      if (answer.kind === 'failed') return fail(listError(stores, store, answer.failure));
      // The template of an alias leads elsewhere than the name of an entry.
      const isTemplated = answer.entries.some(({ name }) => at(name).kind === 'native');
      return { entries: isTemplated ? answer.entries.map(withItsPlace) : answer.entries, uri };
    });
  } finally {
    ports.progress?.(null);
  }
}

function withItsPlace({ native, ...entry }: Listed): Listed {
  return { ...entry, at: entry.at ?? native ?? { item: entry.name } };
}

/** The names in the file of one project and profile say nothing about the others (semantics 0.1). */
function refusePlaceholders(spec: string): void {
  const parsed = parseStoreUri(spec);
  if (parsed.kind === 'malformed' || !hasPathPlaceholders(parsed)) return;
  const message = `\`${spec}\` has a placeholder, which stands for more than one file`;
  fail(linking.E0805({ message, help: 'name one of the files; write the placeholder in the manifest afterwards' }));
}
