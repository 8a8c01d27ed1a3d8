/** Everything that may stand for other bytes, by the byte it begins with. */
import { backslashAt } from './backslash.js';
import { entityAt } from './entity.js';
import type { Readings, View } from './escape.js';
import { equalsAt, percentAt } from './percent.js';
import { quoteAt } from './quote.js';

export type EscapeReader = (view: View, at: number) => Readings;

/** A blank in a form. */
const PLUS: Readings = [{ length: 1, bytes: [0x20] }];
/** A blank where a long line is folded, as YAML is. */
const FOLDED: Readings = [{ length: 1, bytes: [0x20], isLineEnd: true }];

/** `only`: what it stands for; null: nearly every byte. */
const READERS: readonly { readonly begins: string; readonly only: string | null; readonly read: EscapeReader }[] = [
  { begins: '%', only: null, read: percentAt },
  { begins: '=', only: null, read: equalsAt },
  { begins: '&', only: null, read: entityAt },
  { begins: '\\', only: null, read: backslashAt },
  { begins: '+', only: ' ', read: () => PLUS },
  { begins: '\n', only: ' ', read: () => FOLDED },
  { begins: "'", only: "'", read: quoteAt },
  { begins: '"', only: '"', read: quoteAt },
];

/** By byte. Without those that stand for nothing that is looked for: signs that are frequent in any text. */
export function escapeReaders(isUsed: (byte: number) => boolean): readonly (EscapeReader | undefined)[] {
  const readers: (EscapeReader | undefined)[] = Array.from({ length: 256 });
  for (const { begins, only, read } of READERS) {
    if (only === null || isUsed(only.charCodeAt(0))) readers[begins.charCodeAt(0)] = read;
  }
  return readers;
}
