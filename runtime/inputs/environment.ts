/** The environment this process was started with, byte for byte. */
import { readFileSync } from 'node:fs';
import { type ByteString, byteStringOf, bytesOf, splitAtNul, textOf } from '../values/byte-string.js';
import type { Environment } from '../values/environment.js';
import { isSuspect } from '../values/utf8.js';

/**
 * Entries in the order of the system. Usually `NAME=value` with each name once; but an entry may lack the `=` or
 * the name, and two may have one name.
 */
export type Entries = readonly ByteString[];

const STARTED_WITH = '/proc/self/environ';

/**
 * The entries as they were at the start. On systems without `/proc` only the runtime shows them, which drops what is
 * not a variable and re-encodes what is not UTF-8.
 */
export function processEnvironment(): Entries {
  try {
    // Nearly always UTF-8, which Node reads in a fraction of the time that bytes take.
    const text = readFileSync(STARTED_WITH, 'utf8');
    return splitAtNul(isSuspect(text) ? readFileSync(STARTED_WITH) : text);
  } catch {
    return Object.entries(process.env).map(([name, value]) => byteStringOf(`${name}=${value}`));
  }
}

/** The name of an entry; null if it has no `=`. */
export function nameOf(entry: ByteString): ByteString | null {
  const end = entry.indexOf('=');
  return end === -1 ? null : entry.slice(0, end);
}

/** Of two entries with one name the first counts, as for `getenv`. */
export function valueIn(entries: Entries, name: string): ByteString | undefined {
  return entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Variables whose names are text, in the form that providers use. */
export function variablesOf(entries: Entries): Environment {
  const variables = new Map<string, Uint8Array>();
  for (const entry of entries) {
    const bytes = nameOf(entry);
    const name = bytes === null ? null : textOf(bytes);
    if (bytes && name && !variables.has(name)) variables.set(name, bytesOf(entry.slice(bytes.length + 1)));
  }
  return variables;
}

/** The current variables of this process, which a program that uses the library may have changed since its start. */
export function processVariables(): Environment {
  const started = variablesOf(processEnvironment());
  const variables = new Map<string, Uint8Array>();
  for (const [name, value = ''] of Object.entries(process.env)) {
    const bytes = Buffer.from(started.get(name) ?? []);
    // Here values that are not UTF-8 are only available decoded.
    variables.set(name, bytes.toString('utf8') === value ? bytes : Buffer.from(value, 'utf8'));
  }
  return variables;
}
