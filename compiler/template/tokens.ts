/** Tokens of composed templates: `$$`, `${…}` and text (spec 2.7). Every text can be split into them. */
import { createToken, Lexer } from 'chevrotain';

/** A single `$`, and any text without one, is literal. */
export const Text = createToken({ name: 'Text', pattern: /[^$]+/ });
export const LoneDollar = createToken({ name: 'LoneDollar', pattern: /\$/ });
export const EscapedDollar = createToken({ name: 'EscapedDollar', pattern: /\$\$/ });

export const Open = createToken({ name: 'Open', pattern: /\$\{/, push_mode: 'reference' });
/** Any text between the braces; it is accepted here and checked afterwards. */
export const Inside = createToken({ name: 'Inside', pattern: /[^{}]+/ });
export const InnerBrace = createToken({ name: 'InnerBrace', pattern: /\{/ });
export const Close = createToken({ name: 'Close', pattern: /\}/, pop_mode: true });

export const templateTokens = {
  defaultMode: 'text',
  modes: {
    text: [EscapedDollar, Open, LoneDollar, Text],
    reference: [Inside, InnerBrace, Close],
  },
};

export const templateLexer = new Lexer(templateTokens, { positionTracking: 'onlyOffset' });
