/** `export --format systemd`: what `EnvironmentFile=` of a unit reads. */
import type { Values } from '../values-to-export.js';

/** In double quotes systemd keeps line ends, and takes a backslash away before these characters alone. */
const ESCAPED = /["\\`$]/gu;

export function exportSystemd(values: Values): string {
  return values.map(([name, value]) => `${name}="${value.replace(ESCAPED, '\\$&')}"\n`).join('');
}

/** systemd takes these for damaged text, and then reads nothing of the file. */
const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;

export function unwritableForSystemd(_name: string, value: string): string | null {
  return NONCHARACTER.test(value) ? 'has a code point that Unicode gives to no character' : null;
}
