/** For whom gopass encrypts an entry: entries for the same recipients are behind one lock. */
import { existsSync } from 'node:fs';
import type { Mounts } from './mounts.js';

/** Of gpg, and of age. */
const FILES = ['.gpg-id', '.age-recipients'];

/** The nearest file of recipients, from the folder of the entry up to that of its mount; the folder of the mount, if there is none. */
export function recipientsOf({ folder, name }: ReturnType<Mounts['placeOf']>): string {
  for (let segments = name.split('/').slice(0, -1); ; segments = segments.slice(0, -1)) {
    const here = [folder, ...segments].join('/');
    const found = FILES.map((file) => `${here}/${file}`).find((path) => existsSync(path));
    if (found !== undefined || segments.length === 0) return found ?? folder;
  }
}
