/** What `run` says on a terminal about keys that are not declared: once for each change of the file, and not with each start. */
import { statSync } from 'node:fs';
import { filePathOf, parseStoreUri } from '#schemas/addresses/store-uri.js';
import { keep, readKept, type Slot } from '../../plan/private-cache.js';
import type { Stores } from '../../stores/stores.js';
import type { Operation } from '../operation.js';
import type { Resolved } from '../resolve.js';
import { dotenvStores } from './dotenv-stores.js';

/** What is remembered says which files were looked at, and nothing of what is in them. */
export async function noteUndeclared(operation: Operation, resolved: Resolved): Promise<void> {
  const { linked, stores } = resolved;
  const positions = dotenvStores(linked);
  const files = (await Promise.all(positions.map((store) => stateOf(stores, store)))).flat();
  if (files.length === 0) return;
  const slot: Slot = {
    cacheFolder: await operation.cacheFolder(),
    kind: 'notes',
    key: JSON.stringify([linked.project, linked.profile, files.map(({ path }) => path)]),
  };
  const state = JSON.stringify(files);
  if (readKept(slot, (text) => text)?.made === state) return;
  const { undeclaredKeys } = await import('./undeclared-keys.js');
  await operation.warn(await undeclaredKeys(operation, resolved, positions));
  keep(slot, [], state);
}

interface FileState {
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** None for a file that cannot be looked at: another store of the chain may have answered instead. */
async function stateOf(stores: Stores, store: number): Promise<readonly FileState[]> {
  const opened = await stores.open(store);
  // An open store shows where its file is.
  const uri = opened.kind === 'open' ? parseStoreUri(opened.shown) : null;
  if (uri?.kind !== 'uri') return [];
  const path = filePathOf(uri);
  try {
    const found = statSync(path);
    // What a pipe provides may be read once.
    return found.isFile() ? [{ path, size: found.size, changed: found.mtimeMs }] : [];
  } catch {
    return [];
  }
}
