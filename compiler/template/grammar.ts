/** The grammar of templates. It accepts every text: who parses one reports malformed references. */
import { EmbeddedActionsParser, type Lexer } from 'chevrotain';
import { type Delimiters, DOLLAR } from './delimiters.js';
import { lexerOf, modesOf, type TemplateTokens, tokensOf } from './tokens.js';

/** A piece of a template, in UTF-16 units of its text. */
export type Piece = { readonly kind: 'text'; readonly text: string } | ReferencePiece;
export interface ReferencePiece {
  readonly kind: 'reference';
  /** The text between the delimiters. */
  readonly inside: string;
  readonly isClosed: boolean;
  readonly start: number;
  readonly end: number;
}

class TemplateParser extends EmbeddedActionsParser {
  readonly #tokens: TemplateTokens;
  readonly #delimiters: Delimiters;
  readonly #lexer: Lexer;

  constructor(delimiters: Delimiters, tokens = tokensOf(delimiters)) {
    super(modesOf(tokens));
    this.#tokens = tokens;
    this.#delimiters = delimiters;
    this.#lexer = lexerOf(tokens, delimiters);
    this.performSelfAnalysis();
  }

  piecesOf(text: string): readonly Piece[] {
    this.input = this.#lexer.tokenize(text).tokens;
    return this.template();
  }

  private readonly template = this.RULE('template', (): readonly Piece[] => {
    const pieces: Piece[] = [];
    this.MANY(() => pieces.push(this.SUBRULE(this.piece)));
    return pieces;
  });

  private readonly piece = this.RULE(
    'piece',
    (): Piece =>
      this.OR<Piece>([
        { ALT: () => literal(this.CONSUME(this.#tokens.text).image) },
        { ALT: () => literal(this.CONSUME(this.#tokens.lone).image) },
        { ALT: () => this.escaped() },
        { ALT: () => this.SUBRULE(this.reference) },
      ]),
  );

  private readonly reference = this.RULE('reference', (): Piece => {
    const { startOffset: start } = this.CONSUME(this.#tokens.open);
    const inside = this.OPTION(() => this.CONSUME(this.#tokens.inside).image) ?? '';
    const isClosed = this.OPTION2(() => this.CONSUME(this.#tokens.close)) !== undefined;
    const { open, close } = this.#delimiters;
    const end = start + open.length + inside.length + (isClosed ? close.length : 0);
    return { kind: 'reference', inside, isClosed, start, end };
  });

  private escaped(): Piece {
    this.CONSUME(this.#tokens.escaped);
    return literal(this.#delimiters.literal);
  }
}

function literal(text: string): Piece {
  return { kind: 'text', text };
}

// Building a parser costs more than parsing any composed template, so there is only one for them, and each parse resets it.
const parser = new TemplateParser(DOLLAR);

export function piecesOf(text: string): readonly Piece[] {
  return parser.piecesOf(text);
}

/** The same for a file with its own delimiters. */
export function piecesBetween(text: string, delimiters: Delimiters): readonly Piece[] {
  return delimiters === DOLLAR ? piecesOf(text) : new TemplateParser(delimiters).piecesOf(text);
}
