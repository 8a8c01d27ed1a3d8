/** The manifests in the folders of a workspace. Follows no links, so that it ends. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_NAME } from '../../version.js';

const MOST_FILES = 2_000;
const DEEPEST = 8;
/** Folders with many files, none of which anyone wrote. */
const SKIPPED: readonly string[] = ['.git', 'node_modules', 'target'];

/** By path; a folder that cannot be read has none. */
export function manifestsBelow(folders: readonly string[]): readonly string[] {
  const found: string[] = [];
  const open = folders.map((path) => ({ path, depth: 0 }));
  for (const { path, depth } of open) {
    for (const entry of entriesOf(path)) {
      if (found.length >= MOST_FILES) return found;
      if (entry.isFile() && entry.name === MANIFEST_NAME) found.push(join(path, entry.name));
      const isOpened = entry.isDirectory() && depth < DEEPEST && !SKIPPED.includes(entry.name);
      if (isOpened) open.push({ path: join(path, entry.name), depth: depth + 1 });
    }
  }
  return found;
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
