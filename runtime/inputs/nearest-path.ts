/** The path that was probably meant by one that does not exist: the nearest name in that folder. Used only in findings. */
import { opendirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { nearest } from '#schemas/nearest.js';

/** At most this many names are compared; a folder may hold any number. */
const MOST_NAMES = 1_000;

/** `absolute` is the same path. In the spelling of the path; null if no name is near, the folder cannot be read, or the path exists. */
export function nearestPath(path: string, absolute: string): string | null {
  const name = basename(path);
  const names = namesIn(dirname(absolute));
  if (names.includes(name)) return null;
  // A common ending such as `.toml` does not make two names similar.
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
