/** A file to fill: text → literal text and references, by the rules of composed templates, each with forms to write the value in. */
import { type Delimiters, delimitersOf, DOLLAR } from './delimiters.js';
import { piecesBetween, type ReferencePiece } from './grammar.js';
import { FALLBACK, NAME, type TemplateProblem } from './parse-template.js';

/** In UTF-16 units of the text. */
export interface DocumentReference {
  readonly secret: string;
  /** As they are written after the name, in order: `${NAME|url|json}`. */
  readonly forms: readonly string[];
  readonly start: number;
  readonly end: number;
}
export type DocumentPart = { readonly text: string } | DocumentReference;
export interface ParsedDocument {
  /** References that have no problem, and all text. */
  readonly parts: readonly DocumentPart[];
  readonly problems: readonly TemplateProblem[];
}

/** A text without references is one, too. `between`: other delimiters than `${` and `}`. */
export function parseDocument(text: string, between: readonly [string, string] | null = null): ParsedDocument {
  const delimiters = between === null ? DOLLAR : delimitersOf(...between);
  const parts: DocumentPart[] = [];
  const problems: TemplateProblem[] = [];
  for (const piece of piecesBetween(text, delimiters)) {
    if (piece.kind === 'text') parts.push({ text: piece.text });
    else {
      const read = referenceIn(text, piece, delimiters);
      if ('kind' in read) problems.push(read);
      else parts.push(read);
    }
  }
  return { parts, problems };
}

function referenceIn(
  text: string,
  { inside, isClosed, start, end }: ReferencePiece,
  delimiters: Delimiters,
): DocumentReference | TemplateProblem {
  const { open } = delimiters;
  // One that is not closed on its line was probably not meant to be one, and reaches to the next one, or to the end.
  if (!isClosed || /[\r\n]/u.test(inside)) return { kind: 'unclosed', text: open, start, end: start + open.length };
  const words = inside.split('|');
  // In `{{ NAME }}` blanks are usual; in `${ NAME }` they are a mistake, as in compositions.
  const [secret = '', ...forms] = delimiters === DOLLAR ? words : words.map((word) => word.trim());
  if (NAME.test(secret)) return { secret, forms, start, end };
  const kind = FALLBACK.test(secret) ? 'fallback operator' : 'malformed';
  return { kind, text: text.slice(start, end), start, end };
}
