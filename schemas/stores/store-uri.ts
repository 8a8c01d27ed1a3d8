/** The grammar of store specs: how `keyring`, `dotenv:.env` and `vault://host/secret` are read and written back. */

/**
 * A parsed store spec. Parts are percent-decoded; `authority` holds no userinfo but keeps a port. `written` is the
 * author's spelling. `keyring`, `keyring:` and `keyring://` all give scheme `keyring` and empty parts. A path starts
 * with `/`, except that of a Windows drive (`C:/secrets`), which has no authority.
 */
export interface StoreUri {
  readonly kind: 'uri';
  readonly written: string;
  /** Lower case. */
  readonly scheme: string;
  readonly userinfo: { readonly user: string; readonly password: string | null } | null;
  readonly authority: string;
  readonly path: string;
  /** First occurrence wins; an empty value counts as absent. */
  readonly query: ReadonlyMap<string, string>;
  /** The same as written: every pair, in order, with repetitions and empty values, for stores that are stricter. */
  readonly queryPairs: readonly (readonly [name: string, value: string])[];
}

export interface MalformedSpec {
  readonly kind: 'malformed';
  /** The spec without its password. */
  readonly shown: string;
  /** What is wrong, as a clause: `has a fragment`. */
  readonly problem: string;
}

/**
 * Reads a spec (semantics 3.3). Linear in its length, never throws. What a scheme makes of the parts is for its
 * descriptor to say; here only what no store could mean is malformed.
 */
export function parseStoreUri(text: string): StoreUri | MalformedSpec {
  const malformed = (problem: string): MalformedSpec => ({ kind: 'malformed', shown: redact(text), problem });
  if (!text.isWellFormed()) return malformed('is not valid Unicode');
  const { scheme, rest } = split(text);
  if (!/^[A-Za-z0-9][A-Za-z0-9+.-]*$/.test(scheme))
    return malformed('does not start with the name of a provider, such as `dotenv` or `keyring`');
  if (rest.includes('#')) return malformed('has a fragment; a `#` that belongs to a name is written `%23`');

  const { location, query } = cut(rest);
  const { userinfo, authority, path } = locationParts(location);
  const parts = [userinfo.user, userinfo.password, authority, path].map(decoded);
  const pairs = query === '' ? [] : query.split('&').map(decodedPair);
  if ([...parts, ...pairs.flat()].includes(undefined)) return malformed('has percent escapes that are not UTF-8');
  const [user, password, decodedAuthority, decodedPath] = parts;
  const queryPairs = pairs as [string, string][];
  if ([...parts, ...queryPairs.flat()].some((part) => part?.includes('\0')))
    return malformed('contains a NUL character');
  return {
    kind: 'uri',
    written: text,
    scheme: scheme.toLowerCase(),
    userinfo: typeof user === 'string' ? { user, password: password ?? null } : null,
    authority: decodedAuthority ?? '',
    path: decodedPath ?? '',
    query: effective(queryPairs),
    queryPairs,
  };
}

/**
 * The canonical spelling of a parsed spec: the bare scheme where nothing else is said, a URI otherwise. A password is
 * never part of it: `***` stands in its place. Options keep their order; what is canonical beyond the grammar (defaults
 * left out, options sorted) only a provider knows.
 */
export function renderStoreUri(uri: StoreUri): string {
  const user = uri.userinfo === null ? '' : `${renderedUser(uri.userinfo)}@`;
  const pairs = uri.queryPairs.map(([name, value]) => `${escaped(name, '&=+')}${value && `=${escaped(value, '&+')}`}`);
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  if (uri.path !== '' && !uri.path.startsWith('/')) return `${uri.scheme}:${escaped(uri.path, '?')}${query}`;
  const location = `${user}${renderedAuthority(uri)}${escaped(uri.path, '?')}${query}`;
  return location === '' ? uri.scheme : `${uri.scheme}://${location}`;
}

/** Authority and path glued back into one file path: `config/.env`, `/abs/.env`, `~/.env`, `C:/x`, or empty. */
export function filePathOf(uri: StoreUri): string {
  return uri.authority + uri.path;
}

/**
 * Any spec text without its password, also a text that does not parse: what lies between the first colon of the userinfo
 * and the last `@` of the authority becomes `***`. A password with an unescaped slash ends the authority too early; so
 * where a port should stand but does not, everything up to the last `@` of the text goes.
 */
export function redact(text: string): string {
  const start = authorityStart(text);
  const slash = indexOfAny(text, '/?#', start);
  const end = slash === -1 ? text.length : slash;
  const colon = text.indexOf(':', start);
  if (start === 0 || colon === -1) return text;
  let at = text.lastIndexOf('@', end - 1);
  if (at < start && !isPort(text.slice(colon + 1, end))) at = text.lastIndexOf('@');
  if (at <= colon || (colon > end && at > end)) return text;
  return `${text.slice(0, colon + 1)}***${text.slice(at)}`;
}

function isPort(text: string): boolean {
  return /^[0-9]*$/.test(text);
}

function authorityStart(text: string): number {
  const colon = text.indexOf(':');
  if (colon === -1) return 0;
  return text.startsWith('//', colon + 1) ? colon + 3 : colon + 1;
}

function indexOfAny(text: string, characters: string, from: number): number {
  for (let index = from; index < text.length; index++) if (characters.includes(text.charAt(index))) return index;
  return -1;
}

/** The scheme and what follows `//`, which the short forms leave out. */
function split(text: string): { scheme: string; rest: string } {
  const colon = text.indexOf(':');
  if (colon === -1) return { scheme: text, rest: '' };
  return { scheme: text.slice(0, colon), rest: text.slice(authorityStart(text)) };
}

function cut(rest: string): { location: string; query: string } {
  const mark = rest.indexOf('?');
  if (mark === -1) return { location: rest, query: '' };
  return { location: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

interface Location {
  readonly userinfo: { readonly user: string | null; readonly password: string | null };
  readonly authority: string;
  readonly path: string;
}

function locationParts(location: string): Location {
  const nobody = { user: null, password: null };
  if (/^[A-Za-z]:[/\\]/.test(location)) {
    return { userinfo: nobody, authority: '', path: location.replaceAll('\\', '/') };
  }
  const slash = location.indexOf('/');
  const end = slash === -1 ? location.length : slash;
  const at = location.slice(0, end).lastIndexOf('@');
  const userinfo = at === -1 ? nobody : userinfoParts(location.slice(0, at));
  return { userinfo, authority: location.slice(at + 1, end), path: location.slice(end) };
}

function userinfoParts(text: string): Location['userinfo'] {
  const colon = text.indexOf(':');
  if (colon === -1) return { user: text, password: null };
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** A percent sign that starts no escape stands for itself. Undefined: the escapes are not UTF-8. */
function decoded(text: string | null): string | null | undefined {
  if (text === null || !text.includes('%')) return text;
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return undefined;
  }
}

function decodedPair(pair: string): (string | null | undefined)[] {
  const equals = pair.indexOf('=');
  const name = equals === -1 ? pair : pair.slice(0, equals);
  const value = equals === -1 ? '' : pair.slice(equals + 1);
  return [decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' '))];
}

function effective(pairs: StoreUri['queryPairs']): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of pairs) if (!query.has(name)) query.set(name, value);
  for (const [name, value] of query) if (value === '') query.delete(name);
  return query;
}

function renderedUser({ user, password }: NonNullable<StoreUri['userinfo']>): string {
  return password === null ? escaped(user, '/?@:') : `${escaped(user, '/?@:')}:***`;
}

/** A single letter before a colon would read as a Windows drive. */
function renderedAuthority({ authority }: StoreUri): string {
  return /^[A-Za-z]:$/.test(authority) ? authority.replace(':', '%3A') : escaped(authority, '/?@');
}

/** Escapes what no URI may hold, `%` and `#`, and what would end this part. */
function escaped(text: string, ending: string): string {
  let result = '';
  for (const character of text) {
    const isPlain = character > ' ' && character < '\x7f' && !'%#<>[]|^\\"`'.includes(character);
    result += isPlain && !ending.includes(character) ? character : escape(character);
  }
  return result;
}

function escape(character: string): string {
  const encoded = encodeURIComponent(character);
  if (encoded !== character) return encoded;
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
