/** What `run` says on a terminal about keys that are not declared: once for each change of the file, and not with each start. */
import { statSync } from 'node:fs';
import { filePathOf, parseStoreUri } from '#schemas/stores/store-uri.js';
import { keep, readKept, type Slot } from '../../plan/private-cache.js';
import type { Operation } from '../operation.js';
import type { Resolved } from '../resolve.js';
import { dotenvStores, undeclaredKeys } from './undeclared-keys.js';

/** What is remembered says which files were looked at, and nothing of what is in them. */
export async function noteUndeclared(operation: Operation, resolved: Resolved): Promise<void> {
  const { linked, stores } = resolved;
  const files = dotenvStores(linked).flatMap((store) => stateOf(stores.shown(store)));
  if (files.length === 0) return;
  const slot: Slot = {
    cacheFolder: await operation.cacheFolder(),
    kind: 'notes',
    key: JSON.stringify([linked.project, linked.profile, files.map(({ path }) => path)]),
  };
  const state = JSON.stringify(files);
  if (readKept(slot, (text) => text)?.made === state) return;
  await operation.warn(await undeclaredKeys(operation, resolved));
  keep(slot, [], state);
}

interface FileState {
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** `shown`: the address of an open store, with its path on this machine. */
function stateOf(shown: string): readonly FileState[] {
  const uri = parseStoreUri(shown);
  if (uri.kind === 'malformed') return [];
  const path = filePathOf(uri);
  const found = statSync(path, { throwIfNoEntry: false });
  // What a pipe provides may be read once.
  return found?.isFile() === true ? [{ path, size: found.size, changed: found.mtimeMs }] : [];
}
