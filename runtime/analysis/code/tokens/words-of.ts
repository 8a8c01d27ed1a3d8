/** Which of some words a program has, comments left out. */
import { wordsIn } from '../code-reads.js';
import type { Token } from './token.js';

export function wordsOf(tokens: readonly Token[], text: string, words: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { kind, text: word, start, end } of tokens) {
    if (kind === 'word' && word !== null && words.has(word)) found.add(word);
    if (kind === 'string') for (const one of wordsIn(text.slice(start, end), words)) found.add(one);
  }
  return found;
}
