/** The grammar of TOML 1.1, for positions only: tokens of one statement → the keys and values written in it. */
import { EmbeddedActionsParser, type IToken } from 'chevrotain';
import { type Span, valueOfString } from './toml-string.js';
import * as tokens from './toml-tokens.js';

export type Statement =
  /** `[key]` */
  | { readonly kind: 'table'; readonly keys: readonly WrittenKey[]; readonly span: Span }
  /** `[[key]]` */
  | { readonly kind: 'tables'; readonly keys: readonly WrittenKey[]; readonly span: Span }
  /** `key = value` */
  | WrittenPair;

export interface WrittenKey {
  readonly name: string;
  readonly span: Span;
}
export interface WrittenPair {
  readonly kind: 'pair';
  /** More than one if the key is dotted. */
  readonly keys: readonly WrittenKey[];
  readonly value: WrittenValue;
}
export interface WrittenValue {
  readonly span: Span;
  readonly elements: readonly WrittenValue[];
  readonly pairs: readonly WrittenPair[];
}

const NONE: readonly never[] = [];

class TomlParser extends EmbeddedActionsParser {
  constructor() {
    super({ ...tokens.tomlTokens, modes: { ...tokens.tomlTokens.modes, categories: tokens.tomlCategories } });
    this.performSelfAnalysis();
  }

  readonly statement = this.RULE(
    'statement',
    (): Statement =>
      this.OR<Statement>([
        { ALT: () => this.SUBRULE(this.tables) },
        { ALT: () => this.SUBRULE(this.table) },
        { ALT: () => this.SUBRULE(this.pair) },
      ]),
  );

  private readonly table = this.RULE('table', (): Statement => {
    const open = this.CONSUME(tokens.HeaderOpen);
    const keys = this.SUBRULE(this.key);
    return { kind: 'table', keys, span: from(open, this.CONSUME(tokens.HeaderClose)) };
  });

  private readonly tables = this.RULE('tables', (): Statement => {
    const open = this.CONSUME(tokens.TablesOpen);
    const keys = this.SUBRULE(this.key);
    return { kind: 'tables', keys, span: from(open, this.CONSUME(tokens.TablesClose)) };
  });

  private readonly pair = this.RULE('pair', (): WrittenPair => {
    const keys = this.SUBRULE(this.key);
    this.CONSUME(tokens.Equals);
    return { kind: 'pair', keys, value: this.SUBRULE(this.value) };
  });

  private readonly key = this.RULE('key', (): readonly WrittenKey[] => {
    const keys: WrittenKey[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: tokens.Dot, DEF: () => keys.push(this.SUBRULE(this.simpleKey)) });
    return keys;
  });

  private readonly simpleKey = this.RULE(
    'simpleKey',
    (): WrittenKey =>
      this.OR([
        { ALT: () => keyOf(this.CONSUME(tokens.BareKey), (image) => image) },
        { ALT: () => keyOf(this.CONSUME(tokens.QuotedKey), valueOfString) },
      ]),
  );

  private readonly value = this.RULE(
    'value',
    (): WrittenValue =>
      this.OR([
        { ALT: () => leafOf(this.CONSUME(tokens.Leaf)) },
        { ALT: () => this.SUBRULE(this.array) },
        { ALT: () => this.SUBRULE(this.inlineTable) },
      ]),
  );

  private readonly array = this.RULE('array', (): WrittenValue => {
    const elements: WrittenValue[] = [];
    const open = this.CONSUME(tokens.ArrayOpen);
    this.MANY(() => elements.push(this.SUBRULE(this.value)));
    return { span: from(open, this.CONSUME(tokens.ArrayClose)), elements, pairs: NONE };
  });

  private readonly inlineTable = this.RULE('inlineTable', (): WrittenValue => {
    const pairs: WrittenPair[] = [];
    const open = this.CONSUME(tokens.TableOpen);
    this.MANY(() => pairs.push(this.SUBRULE(this.pair)));
    return { span: from(open, this.CONSUME(tokens.TableClose)), elements: NONE, pairs };
  });
}

function from(first: IToken, last: IToken): Span {
  return { start: first.startOffset, end: last.startOffset + last.image.length };
}

function keyOf(token: IToken, nameOf: (image: string) => string): WrittenKey {
  return { name: nameOf(token.image), span: from(token, token) };
}

function leafOf(token: IToken): WrittenValue {
  return { span: from(token, token), elements: NONE, pairs: NONE };
}

// Building a parser costs more than parsing most manifests, so there is only one, and each statement resets it.
const parser = new TomlParser();

/** Null if the tokens are not a statement. */
export function statementOf(statement: IToken[]): Statement | null {
  parser.input = statement;
  const read = parser.statement();
  return parser.errors.length === 0 ? read : null;
}
