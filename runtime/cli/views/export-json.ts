/** `export --format json`: one compact object, names sorted (semantics 6.4). */
import { canonicalJson } from '#schemas/canonical.js';
import { named } from '#schemas/named.js';

export function exportJson(values: Iterable<readonly [string, string]>): string {
  return `${canonicalJson(named(values))}\n`;
}
