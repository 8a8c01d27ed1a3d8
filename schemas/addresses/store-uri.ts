/** The grammar of store specs: how `keyring`, `dotenv:.env` and `vault://host/secret` are read and written back. */

/**
 * A parsed store spec. Parts are percent-decoded; `authority` holds no userinfo but keeps a port. `written` is the
 * author's spelling. `keyring`, `keyring:` and `keyring://` all give scheme `keyring` and empty parts. A path starts
 * with `/`, except that of a Windows drive (`C:/secrets`), which has no authority; that of a share starts with two.
 */
export interface StoreUri {
  readonly kind: 'uri';
  readonly written: string;
  /** Lower case. */
  readonly scheme: string;
  readonly userinfo: { readonly user: string; readonly password: string | null } | null;
  readonly authority: string;
  readonly path: string;
  /** Authority and path as spelled, still escaped: where an escaped character means another thing than a plain one. */
  readonly spelled: string;
  /** First occurrence wins; an empty value counts as absent. */
  readonly query: ReadonlyMap<string, string>;
  /** The same as written: every pair, in order, with repetitions and empty values, for stores that are stricter. */
  readonly queryPairs: readonly (readonly [name: string, value: string])[];
}

export interface MalformedSpec {
  readonly kind: 'malformed';
  /** What is wrong, as a clause: `has a fragment`. */
  readonly problem: string;
}

/**
 * Reads a spec (semantics 3.3). Linear in its length, never throws. What a scheme makes of the parts is for its
 * descriptor to say; here only what no store could mean is malformed.
 */
export function parseStoreUri(text: string): StoreUri | MalformedSpec {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const result = parse(text);
  if (parsed.size >= MOST_REMEMBERED) parsed.clear();
  parsed.set(text, result);
  return result;
}

/** A project has few specs and asks about them once for each secret. */
const parsed = new Map<string, StoreUri | MalformedSpec>();
const MOST_REMEMBERED = 256;

function parse(text: string): StoreUri | MalformedSpec {
  const spelled = spelledParts(text);
  const parts = typeof spelled === 'string' ? spelled : decodedParts(spelled);
  if (typeof parts === 'string') return { kind: 'malformed', problem: parts };
  return { kind: 'uri', written: text, ...parts, query: effective(parts.queryPairs) };
}

/**
 * The canonical spelling of a parsed spec: the bare scheme if there is nothing else, otherwise a URI. A password is
 * never part of it: `***` replaces it. Options keep their order; what is canonical beyond the grammar (defaults
 * left out, options sorted) only a provider knows.
 */
export function renderStoreUri(uri: StoreUri): string {
  const user = uri.userinfo === null ? '' : `${renderedUser(uri.userinfo)}@`;
  const pairs = uri.queryPairs.map(
    ([name, value]) => `${escaped(name, '&=+@')}${value && `=${escaped(value, '&+@')}`}`,
  );
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  if (uri.path !== '' && !uri.path.startsWith('/')) return `${uri.scheme}:${escaped(uri.path, '?@')}${query}`;
  const location = `${user}${renderedAuthority(uri)}${escaped(uri.path, '?@')}${query}`;
  return location === '' ? uri.scheme : `${uri.scheme}://${location}`;
}

/** The URI of a file or folder with this absolute path: what is shown can be used as an address. */
export function renderFileUri(scheme: string, found: string): string {
  // A path of Windows, which no other system takes for an absolute one.
  const path = isDrive(found) || isShare(found) ? found.replaceAll('\\', '/') : found;
  // A path that starts with two slashes would read as a location.
  const slashes = scheme === 'file' || path.startsWith('//') ? '//' : '';
  return `${scheme}:${slashes}${escaped(path, '?@')}`;
}

/** Authority and path glued back into one file path: `config/.env`, `/abs/.env`, `~/.env`, `C:/x`, or empty. */
export function filePathOf(uri: StoreUri): string {
  return uri.authority + uri.path;
}

/**
 * Whether a text reads as if it had a password: something between the first colon of the userinfo and the last `@` of the
 * authority. An unescaped slash in a password ends the authority too early: where a port should be but is not, everything
 * up to the last `@` of the text counts.
 */
function readsLikePassword(text: string): boolean {
  const { scheme, rest } = split(text);
  const hasScheme = isScheme(scheme);
  const start = hasScheme ? text.length - rest.length : 0;
  const end = hasScheme ? authorityEnd(text, start) : text.length;
  const colon = text.indexOf(':', start);
  if (colon === -1 || colon >= end || isDrive(rest) || isShare(rest)) return false;
  let at = text.lastIndexOf('@', end - 1);
  if (at < colon && !isPort(text.slice(colon + 1, end))) at = text.lastIndexOf('@');
  return at >= colon;
}

function authorityEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index++) if ('/?#'.includes(text.charAt(index))) return index;
  return text.length;
}

/** The parts as spelled, still escaped; `user` and `password` are null where there are none. */
interface SpelledParts {
  readonly scheme: string;
  readonly user: string | null;
  readonly password: string | null;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** A string says what is malformed. */
function spelledParts(text: string): SpelledParts | string {
  if (!text.isWellFormed()) return 'is not valid Unicode';
  const { scheme, rest } = split(text);
  if (!isScheme(scheme)) return 'does not start with the name of a provider, such as `dotenv` or `keyring`';
  if (rest.includes('#')) return 'has a fragment; write `%23` for a `#` in a name';
  const mark = rest.indexOf('?');
  const location = mark === -1 ? rest : rest.slice(0, mark);
  const parts = { scheme, query: mark === -1 ? '' : rest.slice(mark + 1), ...locationParts(location) };
  if (parts.password === null && readsLikePassword(text))
    return 'looks like `user:password@`; write `%40` for an `@` in a name';
  return parts;
}

function decodedParts(spelled: SpelledParts): Omit<StoreUri, 'kind' | 'written' | 'query'> | string {
  try {
    const user = spelled.user === null ? null : decoded(spelled.user);
    const password = spelled.password === null ? null : decoded(spelled.password);
    const [authority, path] = [decoded(spelled.authority), decoded(spelled.path)];
    const queryPairs = spelled.query.split('&').filter(isPair).map(decodedPair);
    const texts = [user, password, authority, path, ...queryPairs.flat()];
    if (texts.some((text) => text?.includes('\0'))) return 'contains a NUL character';
    const userinfo = user === null ? null : { user, password };
    const location = spelled.authority + spelled.path;
    return { scheme: spelled.scheme.toLowerCase(), userinfo, authority, path, spelled: location, queryPairs };
  } catch {
    return 'has percent escapes that are not valid UTF-8';
  }
}

/** The scheme and what follows `//`, which the short forms leave out. */
function split(text: string): { scheme: string; rest: string } {
  const colon = text.indexOf(':');
  if (colon === -1) return { scheme: text, rest: '' };
  return { scheme: text.slice(0, colon), rest: text.slice(text.startsWith('//', colon + 1) ? colon + 3 : colon + 1) };
}

function isScheme(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9+.-]*$/.test(text);
}

/** An empty port is not a port: `user:/pass@host` hides a password. */
function isPort(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

/** `\\server\share`, a folder of another machine as Windows writes it. */
function isShare(location: string): boolean {
  return /^\\\\[^\\/@]/.test(location);
}

function isDrive(location: string): boolean {
  return /^[A-Za-z]:[/\\]/.test(location);
}

function locationParts(location: string): Omit<SpelledParts, 'scheme' | 'query'> {
  if (isDrive(location) || isShare(location))
    return { user: null, password: null, authority: '', path: location.replaceAll('\\', '/') };
  const slash = location.indexOf('/');
  const end = slash === -1 ? location.length : slash;
  const at = location.slice(0, end).lastIndexOf('@');
  const userinfo = at === -1 ? { user: null, password: null } : userinfoParts(location.slice(0, at));
  return { ...userinfo, authority: location.slice(at + 1, end), path: location.slice(end) };
}

function userinfoParts(text: string): Pick<SpelledParts, 'user' | 'password'> {
  const colon = text.indexOf(':');
  if (colon === -1) return { user: text, password: null };
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** A percent sign that does not start an escape is literal. Throws a URIError where escapes are not UTF-8. */
export function decoded(text: string): string {
  return text.includes('%') ? decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25')) : text;
}

/** `?`, `&&` and `=` say nothing. */
function isPair(text: string): boolean {
  return text !== '' && text !== '=';
}

/** Form decoding: a plus sign is a blank. */
function decodedPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
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
    result += isPlain && !ending.includes(character) ? character : percentEscape(character);
  }
  return result;
}

function percentEscape(character: string): string {
  const encoded = encodeURIComponent(character);
  if (encoded !== character) return encoded;
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
