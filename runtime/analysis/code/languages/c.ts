/** What programs in C, C++ and Objective-C read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { DOUBLE, type Odd, SINGLE, SLASHES, type Syntax, untilMark } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

const RAW = /(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/y;

export const SYNTAX: Syntax = { ...SLASHES, strings: [DOUBLE, SINGLE], oddStarts: 'uULR', odd: rawString };

/** `R"x(…)x"` */
function rawString(text: string, at: number): Odd | null {
  if (!/[uULR]/u.test(text[at] ?? '') || /\w/u.test(text[at - 1] ?? '')) return null;
  RAW.lastIndex = at;
  const open = RAW.exec(text);
  if (open === null) return null;
  return untilMark(text, at + open[0].length, `)${open[1]}"`);
}

const READERS = ['getenv', 'secure_getenv', '_wgetenv'];
const ACCESSES: readonly Access[] = [
  ...READERS.flatMap((name): Access[] => [
    { path: [name, '('], does: 'read' },
    { path: ['std', '::', name, '('], does: 'read' },
  ]),
  { path: ['setenv', '('], does: 'set' },
];

export function readC(tokens: readonly Token[]): Found {
  return gather(tokens, ACCESSES);
}
