/**
 * Addresses that Git asks credentials for, each spelled in one way, so that two of them can be compared. What it normalizes (case, default
 * ports, international names, dots in paths) is what a server or the program that asks does not tell apart.
 */

export interface CredentialUrl {
  readonly protocol: string;
  /** With its port, if that is not the usual one. */
  readonly host: string;
  /** Without slashes at its ends, percent-encoded; empty for the whole host. */
  readonly path: string;
  readonly user: string | null;
}

/** `problem`: a clause about the address, which does not repeat it: it may have a password. */
export type ParsedUrl = ({ readonly kind: 'url' } & CredentialUrl) | { readonly kind: 'bad'; readonly problem: string };

/** Those that Git asks helpers for: fetching and pushing, also by a proxy, `send-email`, `imap-send`. */
const WEB: readonly string[] = ['http', 'https', 'ftp', 'ftps'];
const MAIL: readonly string[] = ['smtp', 'smtps', 'imap', 'imaps'];
const PROXIES: readonly string[] = ['socks4', 'socks4a', 'socks5', 'socks5h'];
const PROTOCOLS = [...WEB, ...MAIL, ...PROXIES];

export function parseCredentialUrl(text: string): ParsedUrl {
  if (/[\p{Cc}\s\\]/u.test(text)) return bad('has blanks, control characters or backslashes');
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/].*)$/iu.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return bad('is not of the form `https://HOST/PATH`');
  const protocol = scheme.toLowerCase();
  if (!PROTOCOLS.includes(protocol)) return bad(`must start with one of ${PROTOCOLS.join(', ')}`);
  const url = urlOf(protocol, rest);
  if (url === null || url.host.includes('*')) return bad('does not name a host');
  if (url.password !== '') return bad('has a password in it');
  if (url.search !== '' || url.hash !== '' || /[?#]/u.test(rest)) return bad('has a query or a fragment');
  const user = url.username === '' ? null : decoded(url.username);
  if (user !== null && /\p{Cc}/u.test(user)) return bad('has control characters');
  return { kind: 'url', protocol, host: url.host, path: canonicalPath(url.pathname), user };
}

/** What Git asks for, in attributes of its own; null if no address is like that. The path is not encoded there. */
export function urlOfParts(protocol: string, host: string, path: string, user: string | null): CredentialUrl | null {
  if (host === '' || /[/@?#]/u.test(host) || /\p{Cc}/u.test(path)) return null;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const url = parseCredentialUrl(`${protocol}://${host}/${encoded}`);
  return url.kind === 'url' ? { ...url, user } : null;
}

/** `smtp://alice@mail.example.com`: with the user, if there is one. */
export function urlTextWithUser(url: CredentialUrl): string {
  const [protocol, rest] = urlText(url).split('://', 2);
  return url.user === null ? urlText(url) : `${protocol}://${encoded(url.user)}@${rest}`;
}

/** `https://example.com/team`: without the user. */
export function urlText({ protocol, host, path }: CredentialUrl): string {
  return path === '' ? `${protocol}://${host}` : `${protocol}://${host}/${path}`;
}

/** Whether a helper for `own` answers for `asked`: the same server, a path within its own, no other user. */
export function covers(own: CredentialUrl, asked: CredentialUrl): boolean {
  const isWithin = own.path === '' || asked.path === own.path || asked.path.startsWith(`${own.path}/`);
  const isSameUser = own.user === null || asked.user === null || own.user === asked.user;
  return own.protocol === asked.protocol && own.host === asked.host && isWithin && isSameUser;
}

/** Mail servers know a password only with its user. */
export function needsUser({ protocol }: Pick<CredentialUrl, 'protocol'>): boolean {
  return protocol === 'smtp' || protocol === 'smtps';
}

function bad(problem: string): ParsedUrl {
  return { kind: 'bad', problem };
}

type UrlParts = Pick<URL, 'host' | 'username' | 'password' | 'pathname' | 'search' | 'hash'>;

/** By the rules for web addresses, which the parser of the platform knows; as for Git, other protocols have no usual port. */
function urlOf(protocol: string, rest: string): UrlParts | null {
  const text = `https://${rest}`;
  if (!URL.canParse(text)) return null;
  const [https, http] = [new URL(text), new URL(`http://${rest}`)];
  if (protocol === 'http') return http;
  if (protocol === 'https') return https;
  const { username, password, pathname, search, hash } = https;
  return { host: https.port === '' ? http.host : https.host, username, password, pathname, search, hash };
}

/** The parser has resolved `.` and `..`. */
function canonicalPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((part) => encoded(decoded(part))).join('/');
}

/** As Git does: it compares its own spelling of a path with the one in its configuration. */
function encoded(text: string): string {
  const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/gu, hex);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
