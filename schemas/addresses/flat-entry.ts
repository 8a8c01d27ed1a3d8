/** Entries of stores without folders, by the secret's own name or by `item`: in every project and profile the same. */
import type { At } from './address.js';
import { type Entry, entryNamed, flatName, type Unfit, unfitName } from './entry.js';
import type { PlaceholderValues } from './placeholders.js';

/** `refuses`: a clause that says why the store cannot have this name, or null. */
export function flatEntry(refuses: (name: string) => string | null): (at: At) => Entry | Unfit {
  return (at) => {
    const name = flatName(at);
    return unfitName(at, name, refuses(name)) ?? entryNamed(name);
  };
}

export function keyAlone({ key }: PlaceholderValues): string {
  return key;
}
