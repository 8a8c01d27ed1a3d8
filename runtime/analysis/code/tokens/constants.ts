/** Words that stand for one string in a whole file: `const KEY = "API_KEY"`. What is assigned twice, or is a parameter, stands for none. */
import type { Token } from './token.js';

export type Constants = ReadonlyMap<string, string>;

/** Longest annotation of a type between a name and its value, in tokens. */
const LONGEST_TYPE = 8;
const ENDS = new Set([')', ',', ';', '}']);

export function constantsIn(tokens: readonly Token[]): Constants {
  const found = new Map<string, string | null>();
  tokens.forEach(({ kind, text }, at) => {
    const word =
      kind === 'mark' && (text === '=' || text === ':=') ? assignedWord(tokens, at) : definedWord(tokens, at);
    if (word === null) return;
    const value = kind === 'mark' ? tokens[at + 1] : tokens[at + 2];
    const after = kind === 'mark' ? tokens[at + 2] : tokens[at + 3];
    const isLast = after === undefined || after.isFirst || ENDS.has(after.text ?? '');
    found.set(word, !found.has(word) && value?.kind === 'string' && isLast ? value.text : null);
  });
  return new Map([...found].flatMap(([word, text]) => (text === null ? [] : [[word, text] as const])));
}

/** Before `=`, with a type between or without. */
function assignedWord(tokens: readonly Token[], at: number): string | null {
  let name = at - 1;
  for (let back = at - 1; back > at - LONGEST_TYPE && back > 0; back -= 1) {
    const { text, isFirst } = tokens[back] ?? {};
    if (text === ':') name = back - 1;
    if (text === ':' || isFirst === true) break;
  }
  // `KEY string = "API_KEY"` of Go.
  if (tokens[name]?.text === 'string' && !tokens[name]?.isFirst && tokens[name - 1]?.kind === 'word') name -= 1;
  const token = tokens[name];
  const before = tokens[name - 1];
  if (token?.kind !== 'word' || token.text === null) return null;
  // A named argument, or a default of a parameter.
  const isArgument = !token.isFirst && (before?.text === '(' || before?.text === ',');
  return isArgument || before?.text === '.' ? null : token.text;
}

/** `#define KEY "API_KEY"` */
function definedWord(tokens: readonly Token[], at: number): string | null {
  const [hash, define, name] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return define?.text === 'define' && hash?.text === '#' && hash.isFirst && name?.kind === 'word' ? name.text : null;
}
