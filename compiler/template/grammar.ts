/** The grammar of composed templates. It accepts every text: `parse-template.ts` reports malformed references. */
import { EmbeddedActionsParser } from 'chevrotain';
import {
  Close,
  EscapedDollar,
  InnerBrace,
  Inside,
  LoneDollar,
  Open,
  Text,
  templateLexer,
  templateTokens,
} from './tokens.js';

/** A piece of a template, in UTF-16 units of its text. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'reference';
      /** The text between the braces. */
      readonly inside: string;
      readonly isClosed: boolean;
      readonly start: number;
      readonly end: number;
    };

class TemplateParser extends EmbeddedActionsParser {
  constructor() {
    super(templateTokens);
    this.performSelfAnalysis();
  }

  readonly template = this.RULE('template', (): readonly Piece[] => {
    const pieces: Piece[] = [];
    this.MANY(() => pieces.push(this.SUBRULE(this.piece)));
    return pieces;
  });

  private readonly piece = this.RULE(
    'piece',
    (): Piece =>
      this.OR<Piece>([
        { ALT: () => literal(this.CONSUME(Text).image) },
        { ALT: () => literal(this.CONSUME(LoneDollar).image) },
        { ALT: () => this.escaped() },
        { ALT: () => this.SUBRULE(this.reference) },
      ]),
  );

  private readonly reference = this.RULE('reference', (): Piece => {
    const { startOffset: start } = this.CONSUME(Open);
    let inside = '';
    this.MANY(() => {
      inside += this.OR([{ ALT: () => this.CONSUME(Inside) }, { ALT: () => this.CONSUME(InnerBrace) }]).image;
    });
    const isClosed = this.OPTION(() => this.CONSUME(Close)) !== undefined;
    const end = start + '${'.length + inside.length + (isClosed ? '}'.length : 0);
    return { kind: 'reference', inside, isClosed, start, end };
  });

  private escaped(): Piece {
    this.CONSUME(EscapedDollar);
    return literal('$');
  }
}

function literal(text: string): Piece {
  return { kind: 'text', text };
}

// Building a parser costs more than parsing any template, so there is only one, and each parse resets it.
const parser = new TemplateParser();

export function piecesOf(text: string): readonly Piece[] {
  parser.input = templateLexer.tokenize(text).tokens;
  return parser.template();
}
