/** The environment of a call, byte for byte. */
import { type ByteString, bytesOf, textOf } from '../values/byte-string.js';
import type { Environment } from '../values/environment.js';
import { isSuspect } from '../values/utf8.js';
import type { CallContext } from './call-context.js';
import { identityOfVariable, newVariables } from './variable-name.js';

/**
 * Entries in the order of the system. Usually `NAME=value` with each name once; but an entry may lack the `=` or
 * the name, and two may have one name.
 */
export type Entries = readonly ByteString[];

/** What the hook of a shell passes on: names that it has set, and what these variables were before. Programs that get values of their own do not get it. */
export const HOOK_CARRIES = '__TOOL_HOOK';

/** The name of an entry; null if it has no `=`. */
export function nameOf(entry: ByteString): ByteString | null {
  const end = entry.indexOf('=');
  return end === -1 ? null : entry.slice(0, end);
}

/** Of two entries with one name the first counts, as for `getenv`. */
export function valueIn(entries: Entries, name: string): ByteString | undefined {
  const start = identityOfVariable(`${name}=`);
  return entries.find((entry) => identityOfVariable(entry.slice(0, start.length)) === start)?.slice(start.length);
}

/** Variables whose names are text, in the form that providers use. */
export function variablesOf(entries: Entries): Environment {
  const variables = newVariables();
  for (const entry of entries) {
    const bytes = nameOf(entry);
    const name = bytes === null ? null : textOf(bytes);
    if (bytes && name && !variables.has(name)) variables.set(name, bytesOf(entry.slice(bytes.length + 1)));
  }
  return variables;
}

/**
 * The variables of a call. As text, a value that is not UTF-8 has other characters in place of bytes: such a one comes from the
 * entries, unless the call has changed it since.
 */
export function environmentOf({ variables, entries }: Pick<CallContext, 'variables' | 'entries'>): Environment {
  const environment = newVariables();
  let exact: Environment | null = null;
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) continue;
    if (isSuspect(value)) exact ??= variablesOf(entries?.() ?? []);
    const bytes = isSuspect(value) ? Buffer.from(exact?.get(name) ?? []) : null;
    environment.set(name, bytes?.toString('utf8') === value ? bytes : Buffer.from(value, 'utf8'));
  }
  return environment;
}
