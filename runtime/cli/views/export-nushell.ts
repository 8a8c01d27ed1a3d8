/** `export --format nushell`: lines for `source`. */
import type { Values } from '../values-to-export.js';

/** Characters that a text in double quotes cannot hold as they are, or that an editor would change. */
const ESCAPED = /["\\\p{Cc}]/gu;

export function exportNushell(values: Values): string {
  return values.map(([name, value]) => `$env.${name} = "${value.replace(ESCAPED, escaped)}"\n`).join('');
}

function escaped(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  return `\\u{${character.charCodeAt(0).toString(16)}}`;
}
