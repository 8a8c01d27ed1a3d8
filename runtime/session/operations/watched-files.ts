/** The files that decide what a call comes to, as far as a look at a file can tell: no server and no keyring is one. */
import { descriptorOf } from '#schemas/providers/index.js';
import { filePathOf, parseStoreUri } from '#schemas/addresses/store-uri.js';
import { locatedAt, type PathBase } from '../../files/located-at.js';
import type { LinkedPlan, LinkedStore } from '../../link/linked-plan.js';
import type { SourceFile } from '../../plan/private-cache.js';

/** Absolute; a file that is not there yet is one of them, too. */
export function watchedFiles(
  { stores }: Pick<LinkedPlan, 'stores'>,
  sources: readonly SourceFile[],
  base: PathBase,
): readonly string[] {
  const paths = [...sources.map(({ path }) => path), ...stores.flatMap((store) => fileOf(store, base))];
  return [...new Set(paths)];
}

/** The file of a store in one file, or the folder of a store that has a file for each entry. */
function fileOf(store: LinkedStore, base: PathBase): readonly string[] {
  if (store.kind === 'broken') return [];
  const shape = descriptorOf(store.scheme)?.uri;
  if (shape?.location !== 'file' && shape?.location !== 'folder') return [];
  const uri = parseStoreUri(store.uri);
  if (uri.kind === 'malformed') return [];
  const path = locatedAt(filePathOf(uri) || (shape.defaultLocation ?? ''), base);
  return path === null ? [] : [path];
}
