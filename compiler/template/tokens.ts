/** Tokens of templates: an escape, a reference and text (spec 2.7). Every text can be split into them. */
import { createToken, Lexer, type TokenType } from 'chevrotain';
import type { Delimiters } from './delimiters.js';

export interface TemplateTokens {
  /** A single first character of the opening delimiter, and any text without one, is literal. */
  readonly text: TokenType;
  readonly lone: TokenType;
  readonly escaped: TokenType;
  readonly open: TokenType;
  /** Any text before the closing delimiter; it is accepted here and checked afterwards. */
  readonly inside: TokenType;
  readonly close: TokenType;
}

export function tokensOf({ open, close, escaped }: Delimiters): TemplateTokens {
  const [first = ''] = open;
  return {
    text: createToken({ name: 'Text', pattern: allBut(first) }),
    // A class, because the library refuses a text that another token always matches first.
    lone: createToken({ name: 'Lone', pattern: new RegExp(`[${literalOf(first)}]`) }),
    escaped: createToken({ name: 'Escaped', pattern: escaped }),
    open: createToken({ name: 'Open', pattern: open, push_mode: 'reference' }),
    inside: createToken({ name: 'Inside', pattern: allBut(close) }),
    close: createToken({ name: 'Close', pattern: close, pop_mode: true }),
  };
}

/** Text up to this one, which takes time linear in it. */
function allBut(text: string): RegExp {
  const literal = literalOf(text);
  return text.length === 1 ? new RegExp(`[^${literal}]+`) : new RegExp(`(?:(?!${literal})[\\s\\S])+`);
}

function literalOf(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

export function modesOf({ text, lone, escaped, open, inside, close }: TemplateTokens) {
  return { defaultMode: 'text', modes: { text: [escaped, open, lone, text], reference: [inside, close] } };
}

/** The library takes the lookahead of longer closing delimiters for a first character: `safeMode` leaves first characters alone. */
export function lexerOf(tokens: TemplateTokens, { close }: Delimiters): Lexer {
  return new Lexer(modesOf(tokens), { positionTracking: 'onlyOffset', safeMode: close.length > 1 });
}
