/**
 * What a shell passes on to the programs and shells that it starts: the names that its hook has set, and the values that these
 * variables had in the environment before. A shell inside a folder would otherwise keep them for its own when it leaves. It holds none
 * of the loaded values, and of earlier ones only those that its receivers would have without the hook.
 */
import { type Entries, HOOK_CARRIES as CARRIED, valueIn } from '../inputs/environment.js';
import { type ByteString, bytesOf, byteStringOf } from '../values/byte-string.js';

/** A variable before the hook has set it; null: there was none. */
export interface Earlier {
  readonly name: string;
  readonly value: ByteString | null;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Empty for a text that is not of the hook: variables come from anywhere. */
export function carriedIn(entries: Entries): readonly Earlier[] {
  const text = valueIn(entries, CARRIED) ?? '';
  if (text === '') return [];
  const parts = text.split(':').map((part): Earlier => {
    const end = part.indexOf('=');
    if (end === -1) return { name: part, value: null };
    return { name: part.slice(0, end), value: byteStringOf(Buffer.from(part.slice(end + 1), 'base64')) };
  });
  return parts.every(({ name }) => NAME.test(name)) ? parts : [];
}

/** `entries`: as they were before. Base64, because a value may hold anything. */
export function carriedFor(names: readonly string[], entries: Entries): string {
  const parts = names.map((name) => {
    const value = valueIn(entries, name);
    return value === undefined ? name : `${name}=${bytesOf(value).toString('base64')}`;
  });
  return parts.join(':');
}

/** The environment as it was before a shell above this one has loaded anything. */
export function withoutCarried(entries: Entries, carried: readonly Earlier[]): Entries {
  const names = new Set([CARRIED, ...carried.map(({ name }) => name)]);
  const kept = entries.filter((entry) => !names.has(entry.slice(0, Math.max(0, entry.indexOf('=')))));
  return [...kept, ...carried.flatMap(({ name, value }) => (value === null ? [] : `${name}=${value}`))];
}
