/** Composed templates: text → parts, and the position of each reference (spec 2.7, semantics 8.4). */
import type { TemplatePart } from '#schemas/plan.js';
import { bareReferences } from './bare-references.js';
import { type Piece, piecesOf, type ReferencePiece } from './grammar.js';

export type ParsedTemplate = Template | { readonly kind: 'problems'; readonly problems: readonly TemplateProblem[] };

export interface Template {
  readonly kind: 'template';
  /** In order, adjacent texts joined, `$$` made `$`, no empty text. */
  readonly parts: readonly TemplatePart[];
  /** Every reference in order, repeated ones too, in UTF-16 units of the template's text. */
  readonly references: readonly TemplateReference[];
}
export interface TemplateReference {
  readonly secret: string;
  readonly start: number;
  readonly end: number;
}

/** What is wrong, and where, in UTF-16 units of the template's text. `text` is what is written there. */
export interface TemplateProblem {
  readonly kind: 'unclosed' | 'malformed' | 'fallback operator' | 'no reference' | 'no braces';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export const NAME = /^[A-Z][A-Z0-9_]*$/u;
/** Forms of shells: `${NAME:-x}`, `${NAME=x}`, `${NAME?}`, `${NAME:+x}`. */
export const FALLBACK = /^[A-Z][A-Z0-9_]*:?[-=?+]/u;

/** Every problem of the template, or its parts. Takes time linear in the text. */
export function parseTemplate(text: string): ParsedTemplate {
  const pieces = piecesOf(text);
  const references = pieces.filter((piece) => piece.kind === 'reference');
  if (references.length === 0) {
    const bare = bareReferences(text).map((found) => ({ kind: 'no braces' as const, ...found }));
    const none = { kind: 'no reference' as const, text, start: 0, end: text.length };
    return { kind: 'problems', problems: bare.length > 0 ? bare : [none] };
  }
  const problems = references.flatMap((reference) => problemsOf(text, reference));
  if (problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'template', parts: partsOf(pieces), references: references.map(asReference) };
}

function problemsOf(template: string, { inside, isClosed, start, end }: ReferencePiece): readonly TemplateProblem[] {
  // An unclosed reference reaches to the end of the text; the error is where it opens.
  if (!isClosed) return [{ kind: 'unclosed', text: '${', start, end: start + 2 }];
  if (NAME.test(inside)) return [];
  const kind = FALLBACK.test(inside) ? 'fallback operator' : 'malformed';
  return [{ kind, text: template.slice(start, end), start, end }];
}

function partsOf(pieces: readonly Piece[]): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let texts: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      texts.push(piece.text);
      continue;
    }
    if (texts.length > 0) parts.push({ text: texts.join('') });
    texts = [];
    parts.push({ secret: piece.inside });
  }
  if (texts.length > 0) parts.push({ text: texts.join('') });
  return parts;
}

function asReference({ inside, start, end }: ReferencePiece): TemplateReference {
  return { secret: inside, start, end };
}
