/** A comment that allows a warning names one, and is at the key or table it covers; otherwise it has no effect. */

import { judgeAllowable } from '#schemas/diagnostics/allowable-code.js';
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape } from '#schemas/diagnostics/E02-shape.js';
import { type AllowComment, type AllowedWord, allowCommentsIn } from '../source/allow-comments.js';
import { stretchAt } from '../source/place.js';
import type { SourceFile } from '../source/source-file.js';
import type { Span } from '../source/toml-string.js';

export function allowCommentNamesWarnings({ path, text }: SourceFile, report: Report): void {
  const placeOf = ({ start, end }: Span): Place => stretchAt(path, start, end);
  for (const comment of allowCommentsIn(text)) {
    for (const { text: word, span } of comment.words.slice(0, 1 + countOfCodes(comment.words))) {
      const judged = judgeAllowable(word);
      if (judged.kind !== 'warning') report(shape.W0202({ word, ...judged }, { at: placeOf(span) }));
    }
    const idle = idleAsAWhole(comment);
    if (idle !== null) report(shape.W0202({ kind: idle }, { at: placeOf(comment.span) }));
  }
}

function idleAsAWhole({ words, covers }: AllowComment): 'no code' | 'no place' | null {
  if (words.length === 0) return 'no code';
  return covers.length === 0 ? 'no place' : null;
}

/** Up to the first word that does not look like a code: a sentence follows, and one finding about it is enough. */
function countOfCodes(words: readonly AllowedWord[]): number {
  const index = words.findIndex(({ text }) => !/^[a-z]\d+$/iu.test(text));
  return index === -1 ? words.length : index;
}
