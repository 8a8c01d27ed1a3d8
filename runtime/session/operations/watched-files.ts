/** The files that decide what a call comes to, as far as a look at a file can tell: no server and no keyring is one. */
import { descriptorOf } from '#schemas/providers/index.js';
import { filePathOf, parseStoreUri } from '#schemas/addresses/store-uri.js';
import { locatedAt, type PathBase } from '../../files/located-at.js';
import { homeFolder, type Variables } from '../../inputs/folders.js';
import { baseFolderOf } from '../../inputs/named-plan.js';
import type { Choice, LinkedStore } from '../../link/linked-plan.js';
import type { Opening } from '../opening.js';

/** Absolute; a file that is not there yet is one of them, too. Those of the manifest, its parents, the user configuration, and stores. */
export async function watchedFiles(opening: Opening, choice: Choice, variables: Variables): Promise<readonly string[]> {
  const opened = await opening.open(choice);
  const base = { baseFolder: baseFolderOf(await opening.name()), home: homeFolder(variables) };
  const { stores } = await opened.link();
  const sources = (await opened.plan()).sources ?? [];
  return [...new Set([...sources.map(({ path }) => path), ...stores.flatMap((store) => fileOf(store, base))])];
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
