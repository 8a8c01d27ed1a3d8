/** `export --format docker`: for `docker run --env-file`, which takes each line as it is: no quotes, no escapes. */
import type { Values } from '../values-to-export.js';

export function exportDocker(values: Values): string {
  return values.map(([name, value]) => `${name}=${value}\n`).join('');
}

/** Docker reads a file by lines, of fewer than 64 KiB with their end, and drops a carriage return before it. */
const LONGEST_LINE_BYTES = 65_535;

/** What keeps a value out of a line; null where nothing does. */
export function unwritableForDocker(name: string, value: string): string | null {
  if (/[\r\n]/u.test(value)) return 'has a line break';
  const bytes = Buffer.byteLength(`${name}=${value}`);
  return bytes > LONGEST_LINE_BYTES ? 'is longer than 64 KiB with its name' : null;
}
