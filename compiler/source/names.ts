/** Every occurrence of a name that an author chose, in one manifest: where it is declared, and where it is used. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { piecesOf } from '../template/grammar.js';
import { type Mention, mentionsIn } from './mentions.js';
import { readStatements } from './toml-positions.js';
import { type Span, spanInString, valueOfString } from './toml-string.js';

export type NameKind = 'secret' | 'alias' | 'profile' | 'scope' | 'group';

export interface Occurrence {
  readonly kind: NameKind;
  readonly name: string;
  /** Of the name alone: the key as written, the content of a string, the name inside `${…}`. */
  readonly span: Span;
  /** How the text there is spelled. */
  readonly written: 'key' | 'string' | 'reference';
  /** Whether the name is declared here; groups exist by being used. */
  readonly isDeclaration: boolean;
  readonly path: Place['path'];
  /** The header, or the key with its value, for what is declared. */
  readonly around: Span;
}

/** In the order of the text; none if it is too long to have positions. Statements that cannot be read have none. */
export function namesIn(text: string): readonly Occurrence[] {
  const read = readStatements(text);
  return read === null ? [] : namesAmong(text, [...mentionsIn(read.statements)]);
}

/** The same, of a text whose mentions are known. */
export function namesAmong(text: string, mentions: readonly Mention[]): readonly Occurrence[] {
  return mentions.flatMap((mention) => occurrencesIn(text, mention));
}

function occurrencesIn(text: string, mention: Mention): readonly Occurrence[] {
  return mention.kind === 'key' ? ofKey(text, mention) : ofValue(text, mention);
}

function ofKey(text: string, { path, span, around }: Mention): readonly Occurrence[] {
  const found = keyKind(path);
  const name = path.at(-1);
  if (found === null || typeof name !== 'string') return [];
  // Spread objects take ten times as long, and a manifest may have thousands of names.
  const { kind, isDeclaration } = found;
  return [{ kind, isDeclaration, name, span: inner(text, span), written: 'key', path, around }];
}

/** What a key at this path names. */
function keyKind(path: Place['path']): Pick<Occurrence, 'kind' | 'isDeclaration'> | null {
  const [table, first, second, third] = path;
  const declares = (kind: NameKind) => ({ kind, isDeclaration: true });
  if (path.length === 2) {
    if (table === 'profiles') return declares('profile');
    if (table === 'providers') return declares('alias');
    return table === 'scopes' ? declares('scope') : null;
  }
  if (table !== 'profiles' || first === undefined || second === 'defaults') return null;
  if (path.length === 3) return declares('secret');
  return path.length === 5 && third === 'refs' ? { kind: 'alias', isDeclaration: false } : null;
}

function ofValue(text: string, { path, span, around }: Mention): readonly Occurrence[] {
  if (!/^["']/u.test(text.slice(span.start, span.start + 1))) return [];
  const kind = isTemplate(path) ? 'template' : valueKind(path);
  if (kind === null) return [];
  const written = text.slice(span.start, span.end);
  const value = valueOfString(written);
  if (kind === 'template') return referencesIn(written, value, { path, span, around });
  if (value === '') return [];
  return [{ kind, isDeclaration: false, name: value, span: inner(text, span), written: 'string', path, around }];
}

function isTemplate([table, , , field, ...rest]: Place['path']): boolean {
  return table === 'profiles' && field === 'composed' && rest.length === 0;
}

/** What a text at this path names. A text that names a store is an alias, or an address, which names nothing in the manifest. */
function valueKind(path: Place['path']): NameKind | null {
  const [table, ...below] = path;
  if (table === 'scopes') return below.length === 3 && below[1] === 'secrets' ? 'secret' : null;
  if (table === 'defaults') return isEntry(below, 'providers') ? 'alias' : null;
  if (table === 'providers') return isStoreOfAlias(below.slice(1)) ? 'alias' : null;
  if (table !== 'profiles') return null;
  const [field, ...inField] = below.slice(2);
  if (below[1] === 'defaults') return isEntry(below.slice(2), 'providers') ? 'alias' : null;
  if (isEntry(below.slice(2), 'providers')) return 'alias';
  if (field === 'from') return inField.length === 0 ? 'secret' : null;
  if (field === 'credentials') return inField.length === 1 ? 'secret' : null;
  const isMode = inField[0] === 'at_least_one' || inField[0] === 'exactly_one';
  return field === 'required' && isMode && inField.length <= 2 ? 'group' : null;
}

function isEntry(path: Place['path'], list: string): boolean {
  return path.length === 2 && path[0] === list && typeof path[1] === 'number';
}

function isStoreOfAlias(path: Place['path']): boolean {
  const [field, ...rest] = path;
  if (field === 'credentials') return rest.length === 1 || (rest.length === 2 && rest[1] === 'provider');
  if (field === 'cache') return rest.length === 1 && rest[0] === 'provider';
  return isEntry(path, 'fallback');
}

function referencesIn(
  written: string,
  template: string,
  { path, span, around }: Omit<Mention, 'kind'>,
): readonly Occurrence[] {
  return piecesOf(template).flatMap((piece) => {
    if (piece.kind !== 'reference' || !piece.isClosed) return [];
    const start = piece.start + '${'.length;
    const part = spanInString(written, { start, end: start + piece.inside.length });
    const at = { start: span.start + part.start, end: span.start + part.end };
    return [
      { kind: 'secret', name: piece.inside, span: at, written: 'reference', isDeclaration: false, path, around },
    ] as const;
  });
}

/** Without quotes, so that what replaces a name keeps those that are there. */
function inner(text: string, { start, end }: Span): Span {
  const quotes = /^(?:"""|'''|["'])/u.exec(text.slice(start, start + 3))?.[0].length ?? 0;
  return { start: start + quotes, end: Math.max(end - quotes, start + quotes) };
}
