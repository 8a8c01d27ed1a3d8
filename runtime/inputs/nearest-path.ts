/** The path that was probably meant by one that leads nowhere: the nearest name in that folder. Only findings ask. */
import { opendirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { nearest } from '#schemas/nearest.js';

/** Names looked at; a folder may hold any number. */
const MOST_NAMES = 1_000;

/** Spelled as the path is; null where nothing is near, the folder cannot be read, or the path is there. */
export function nearestPath(path: string): string | null {
  const name = basename(path);
  const names = namesIn(dirname(resolve(path)));
  if (names.includes(name)) return null;
  // Ends that many names share make no two of them alike.
  const alike = names.filter((other) => nearest(withoutEnd(name), [withoutEnd(other)]) !== null);
  const near = nearest(name, alike);
  if (near === null) return null;
  const meant = join(dirname(path), near);
  return path.startsWith('./') ? `./${meant}` : meant;
}

function withoutEnd(name: string): string {
  return basename(name, extname(name));
}

function namesIn(folder: string): readonly string[] {
  try {
    const names: string[] = [];
    const opened = opendirSync(folder);
    try {
      for (let entry = opened.readSync(); entry !== null && names.length < MOST_NAMES; entry = opened.readSync()) {
        names.push(entry.name);
      }
    } finally {
      opened.closeSync();
    }
    return names.sort();
  } catch {
    return [];
  }
}
