/** `export --format csh`: lines for `eval` in csh and tcsh. */
import type { Values } from '../values-to-export.js';

/** `!` recalls an earlier command even in single quotes. `eval` joins lines with blanks, so each ends with `;`. */
export function exportCsh(values: Values): string {
  return values.map(([name, value]) => `setenv ${name} '${quoted(value)}';\n`).join('');
}

function quoted(value: string): string {
  return value.replaceAll("'", "'\\''").replaceAll('!', '\\!');
}

/** `eval "\`…\`"` joins lines with a blank, whatever is written before their end. */
export function unwritableForCsh(_name: string, value: string): string | null {
  return value.includes('\n') ? 'has a line break' : null;
}
