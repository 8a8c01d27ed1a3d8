/** A program of JavaScript or TypeScript as tokens without types, and what its names are bound to. */
import { parse } from 'sucrase/dist/parser/index.js';
import { IdentifierRole, type Token as ParsedToken } from 'sucrase/dist/parser/tokenizer/index.js';
import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';
import type { Token } from '../tokens/token.js';

export interface Dialect {
  readonly hasJsx: boolean;
  /** None: those of Flow would be read where a plain program compares. */
  readonly types: 'none' | 'flow' | 'typescript';
}

export interface ScriptToken extends Token {
  /** Whether it declares the name that it is. */
  readonly isDeclared: boolean;
  /** The scope in which it does, as an index of `scopes`; of any other token null. */
  readonly scope: number | null;
}

export interface Script {
  readonly tokens: readonly ScriptToken[];
  readonly scopes: readonly ScriptScope[];
}

/** From the first of its tokens to before the last. */
export interface ScriptScope {
  readonly start: number;
  readonly end: number;
}

const DECLARING: ReadonlySet<IdentifierRole> = new Set([
  IdentifierRole.TopLevelDeclaration,
  IdentifierRole.FunctionScopedDeclaration,
  IdentifierRole.BlockScopedDeclaration,
  IdentifierRole.ObjectShorthandTopLevelDeclaration,
  IdentifierRole.ObjectShorthandFunctionScopedDeclaration,
  IdentifierRole.ObjectShorthandBlockScopedDeclaration,
  IdentifierRole.ImportDeclaration,
]);
const OF_FUNCTION: ReadonlySet<IdentifierRole> = new Set([
  IdentifierRole.FunctionScopedDeclaration,
  IdentifierRole.ObjectShorthandFunctionScopedDeclaration,
]);

/** Throws what the parser throws for what is no program. */
export function scriptOf(text: string, { hasJsx, types }: Dialect): Script {
  const { tokens: parsed, scopes: all } = parse(text, hasJsx, types === 'typescript', types === 'flow');
  const kept = parsed.flatMap((token, index) => (isKept(token) ? [index] : []));
  // Where a token of the parser is, or the next one that is kept.
  const places: number[] = [];
  for (const [at, index] of kept.entries()) while (places.length <= index) places.push(at);
  const scopes = [...all]
    .sort((left, right) => left.startTokenIndex - right.startTokenIndex || right.endTokenIndex - left.endTokenIndex)
    .map(({ startTokenIndex, endTokenIndex, isFunctionScope }) => ({
      start: places[startTokenIndex] ?? kept.length,
      end: places[endTokenIndex] ?? kept.length,
      isFunctionScope,
    }));
  const tokens: ScriptToken[] = [];
  const open: number[] = [];
  let following = 0;
  let lineEnd = text.indexOf('\n');
  kept.forEach((index, at) => {
    while (open.length > 0 && (scopes[open.at(-1) ?? 0]?.end ?? 0) <= at) open.pop();
    while (following < scopes.length && (scopes[following]?.start ?? 0) <= at) open.push(following++);
    const token = parsed[index];
    if (token === undefined) return;
    const { identifierRole: role } = token;
    const isDeclared = role !== null && DECLARING.has(role);
    const home =
      role !== null && OF_FUNCTION.has(role)
        ? open.findLast((one) => scopes[one]?.isFunctionScope === true)
        : open.at(-1);
    const isFirst = lineEnd !== -1 && lineEnd < token.start;
    if (lineEnd !== -1 && lineEnd < token.end) lineEnd = text.indexOf('\n', token.end);
    const kind = kindOf(token.type);
    const written = text.slice(token.start, token.end);
    tokens.push({
      kind,
      text: kind === 'string' ? contentOf(token.type, written) : written,
      start: token.start,
      end: token.end,
      isFirst,
      isDeclared,
      scope: isDeclared ? (home ?? 0) : null,
    });
  });
  return { tokens, scopes };
}

/** Without types, and without `!` after a value. */
function isKept({ type, isType }: ParsedToken): boolean {
  return !isType && type !== TokenType.nonNullAssertion && type !== TokenType.eof;
}

function kindOf(type: TokenType): Token['kind'] {
  if (STRINGS.has(type)) return 'string';
  return type === TokenType.name || type === TokenType.jsxName || (type & TokenType.IS_KEYWORD) !== 0 ? 'word' : 'mark';
}

const STRINGS = new Set([TokenType.string, TokenType.template, TokenType.jsxText, TokenType.regexp]);

function contentOf(type: TokenType, written: string): string | null {
  if (type === TokenType.string) return plain(written.slice(1, -1));
  return type === TokenType.template ? plain(written) : null;
}

/** What is written with escapes is taken for computed. */
function plain(content: string): string | null {
  return content.includes('\\') ? null : content;
}
