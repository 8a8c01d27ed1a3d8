/** D-Bus signatures: the types of values, a character or a bracketed group of them each. */
import { invalidMessage } from './bus-fault.js';

/** Where values of a type begin: at a multiple of this many bytes. */
const ALIGNMENTS: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  b: 4,
  i: 4,
  u: 4,
  h: 4,
  s: 4,
  o: 4,
  a: 4,
  x: 8,
  t: 8,
  d: 8,
  '(': 8,
  '{': 8,
};
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };
const MOST_NESTED = 64;

export function alignmentOf(type: string): number {
  return ALIGNMENTS[type.charAt(0)] ?? 1;
}

/** The complete types of a signature: `a{ss}o(uy)` is `a{ss}`, `o` and `(uy)`. */
export function typesOf(signature: string): readonly string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = endOfType(signature, at, 0);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

/** What is inside of an array, a struct or an entry of a dictionary. */
export function innerTypesOf(type: string): readonly string[] {
  return typesOf(type.startsWith('a') ? type.slice(1) : type.slice(1, -1));
}

function endOfType(signature: string, at: number, depth: number): number {
  const first = signature.charAt(at);
  if (ALIGNMENTS[first] === undefined || depth > MOST_NESTED) throw invalidMessage();
  if (first === 'a') return endOfType(signature, at + 1, depth + 1);
  const closing = CLOSING[first];
  if (closing === undefined) return at + 1;
  let end = at + 1;
  while (signature.charAt(end) !== closing) end = endOfType(signature, end, depth + 1);
  if (end === at + 1) throw invalidMessage();
  return end + 1;
}
