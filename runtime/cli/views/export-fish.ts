/** `export --format fish`: lines for `source`. */
import type { Values } from '../values-to-export.js';

/** In single quotes fish keeps everything but a backslash before these two. */
const ESCAPED = /['\\]/gu;

export function exportFish(values: Values): string {
  return values.map(([name, value]) => `set -gx ${name} '${value.replace(ESCAPED, '\\$&')}'\n`).join('');
}
