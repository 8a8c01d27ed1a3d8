/**
 * What is never shown of store addresses, wherever they are written (semantics 0.1, spec 5.2): passwords, tokens in the
 * place of a user, values of options that are not known to hold none. Everything that shows text to people or programs
 * asks here, and nothing else hides. In doubt more is hidden.
 */
import { isShownOption, type ShownParts, shownPartsOf } from '../providers/shown-parts.js';
import { percentDecoded, type TextSpan, type TextView } from './text-view.js';

export interface HiddenPart extends TextSpan {
  /** Whether it is certainly a credential, so that the address is refused. Otherwise it might be one. */
  readonly isCertain: boolean;
}

export const HIDDEN = '***';

/** The text with `***` for each hidden part: an address, a name, or a sentence that quotes some. */
export function withoutCredentials(text: string): string {
  let shown = '';
  let end = 0;
  for (const part of hiddenParts(text)) {
    shown += text.slice(end, part.start) + HIDDEN;
    end = part.end;
  }
  return end === 0 ? text : shown + text.slice(end);
}

/** The same value with other texts, however deep they are in it. */
export function withEachText<T>(value: T, change: (text: string) => string): T {
  return changed(value, change) as T;
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => changed(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change)]));
}

/** Whether an address, or a name that reads like one, certainly contains a credential. */
export function holdsCredential(text: string): boolean {
  return hiddenParts(text).some(({ isCertain }) => isCertain);
}

/** In order, without overlaps, none empty. */
export function hiddenParts(text: string): readonly HiddenPart[] {
  if (!MAY_HOLD.test(text)) return [];
  if (text.length <= LONGEST_TEXT) return merged(partsIn(text, 0));
  const start = text.search(/[:?%]/u);
  return start === -1 ? [] : [part(start + 1, text.length, false)];
}

/** A text without any of these has nothing to hide. */
const MAY_HOLD = /[@%=]|ops_|AGE-SECRET-KEY-/iu;
/** If the text is longer than any address, everything that could be more than a scheme is hidden. */
const LONGEST_TEXT = 20_000;
/** An address may be the value of an option of another one, and so on. */
const DEEPEST = 2;
const LONGEST_VALUE = 2_000;

/** The text as one address, and each of its words: what ends a word may be a part of a password. */
function* partsIn(text: string, depth: number): Generator<HiddenPart> {
  const isOne = ONE_ADDRESS.test(text);
  if (isOne) yield* addressParts(text, depth);
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const isWhole = word.length === text.length;
    if (!isOne || !isWhole) yield* moved(addressParts(word, depth), (offset) => index + offset);
    // In a word such as `{"url":"…"}` an address starts after a quote; a word that is itself an address may contain quotes.
    if (!QUOTED.test(word) || partsKnown(schemeIn(word, 0)) !== null) continue;
    for (const { 0: inner, index: at } of word.matchAll(UNQUOTED_WORDS))
      yield* moved(addressParts(inner, depth), (offset) => index + at + offset);
  }
  for (const { 2: inner = '', index } of text.matchAll(QUOTED_WORDS))
    if (schemeIn(inner, 0) !== null) yield* moved(addressParts(inner, depth), (offset) => index + 1 + offset);
}

const ONE_ADDRESS = /^(?:[^\s`]*$|[A-Za-z0-9+.-]*(?::|%3a)[^\s])/iu;
const WORDS = /[^\s`]+/gu;
const QUOTED = /["'(<{]/u;
/** A quoted address may contain a blank. */
const QUOTED_WORDS = /(["'])([^"'`]*\s[^"'`]*)\1/gu;
const UNQUOTED_WORDS = /[^\s`"'(<{]+/gu;
const MOST_ESCAPED = 3;

/** What is hidden of one address as it is written, and as it reads with its percent escapes resolved. */
function* addressParts(text: string, depth: number): Generator<HiddenPart> {
  if (!MAY_HOLD.test(text)) return;
  yield* readParts(text, 'written', depth);
  const known = partsKnown(schemeIn(text, 0));
  const query = known?.location === 'path' ? text.search(/[?#]/u) : -1;
  if (known?.location !== 'path') yield* unescapedParts(text, (view) => readParts(view, 'unescaped', depth));
  else yield* unescapedParts(query === -1 ? text : text.slice(0, query), (view) => readParts(view, 'path', depth));
  if (query === -1) return;
  const inQuery = unescapedParts(text.slice(query), (view) => optionParts(view, 0, known, depth));
  yield* moved(inQuery, (offset) => query + offset);
}

function* unescapedParts(text: string, read: (view: string) => Iterable<HiddenPart>): Generator<HiddenPart> {
  let written = (offset: number) => offset;
  let view = percentDecoded(text);
  for (let times = 0; view !== null && times < MOST_ESCAPED; times++) {
    written = composed(written, view);
    yield* moved(read(view.text), written);
    view = percentDecoded(view.text);
  }
}

function composed(outer: (offset: number) => number, view: TextView): (offset: number) => number {
  return (offset) => outer(view.written(offset));
}

/** Escapes in a `path` belong to names: only another address in it is looked for. */
type Reading = 'written' | 'unescaped' | 'path';

function* readParts(text: string, reading: Reading, depth: number): Generator<HiddenPart> {
  const queryAt = text.search(/[?#]/u);
  const ends: Ends = {
    location: queryAt === -1 ? text.length : queryAt,
    lastAt: text.lastIndexOf('@'),
    lastAtOfLocation: queryAt === -1 ? text.lastIndexOf('@') : text.slice(0, queryAt).lastIndexOf('@'),
  };
  const first = schemeIn(text, 0);
  let known = partsKnown(first);
  let end = 0;
  for (let found = first; found !== null; found = nextScheme(text, Math.max(found.after, end))) {
    if (found !== first && found.start < ends.location) known = null;
    if (found === first && reading === 'path') continue;
    const hidden = userinfoPart(text, found, reading, ends);
    if (hidden === null) continue;
    end = hidden.end;
    if (!isReferences(text.slice(hidden.start, hidden.end))) yield hidden;
  }
  if (reading === 'path') return;
  if (first !== null) yield* optionParts(text, Math.max(end, first.after), known, depth);
  else if (BARE_ADDRESS.test(text)) yield* optionParts(text, 0, shownPartsOf(text.slice(0, ends.location)), depth);
}

/** An address may lack its scheme, or all but its scheme. */
const BARE_ADDRESS = /^[A-Za-z0-9+._~/-]+[?#]/u;

interface Ends {
  /** Where the query or fragment starts. */
  readonly location: number;
  readonly lastAt: number;
  readonly lastAtOfLocation: number;
}

/** A scheme, and where what follows it starts. */
interface FoundScheme {
  readonly scheme: string;
  readonly start: number;
  readonly after: number;
  readonly hasSlashes: boolean;
}

/** The scheme before the first colon; an empty one where something else is before it. */
function schemeIn(text: string, from: number): FoundScheme | null {
  const colon = text.indexOf(':', from);
  return colon === -1 ? null : schemeAt(text, from, colon);
}

/** A scheme within a text is one only where `//` follows. */
function nextScheme(text: string, from: number): FoundScheme | null {
  const mark = text.indexOf('://', from);
  return mark === -1 ? null : schemeAt(text, from, mark);
}

const LONGEST_SCHEME = 64;

function schemeAt(text: string, from: number, colon: number): FoundScheme {
  const before = text.slice(Math.max(from, colon - LONGEST_SCHEME), colon);
  const scheme = /[A-Za-z0-9+.-]*$/u.exec(before)?.[0] ?? '';
  const hasSlashes = text.startsWith('//', colon + 1);
  return { scheme, start: colon - scheme.length, after: colon + (hasSlashes ? 3 : 1), hasSlashes };
}

function partsKnown(found: FoundScheme | null): ShownParts | null {
  return found === null ? null : shownPartsOf(found.scheme);
}

/** The password of the userinfo, a token in its place, or what reads like one of them. */
function userinfoPart(text: string, found: FoundScheme, reading: Reading, ends: Ends): HiddenPart | null {
  const location = partsKnown(found)?.location ?? null;
  const isPath = location === 'path' && reading === 'written';
  if (!found.hasSlashes && /^[A-Za-z]$/u.test(found.scheme) && /[/\\]/u.test(text.charAt(found.after))) return null;
  if (/^[A-Za-z]:[/\\]/u.test(text.slice(found.after, found.after + 3))) return null;
  const start = isPath ? found.after : afterSlashes(text, found.after);
  const end = authorityEnd(text, start);
  const authority = text.slice(start, end);
  const at = authority.includes('@') ? start + authority.lastIndexOf('@') : -1;
  if (location === 'token') return tokenPart(start, end, authority, ends);
  if (location === 'server' && at !== -1) return part(start, ends.lastAtOfLocation, authority.includes(':'));
  const colon = IPV6.test(authority) || !authority.includes(':') ? -1 : start + authority.indexOf(':');
  if (colon === -1) return isPath ? null : partWithoutColon(text, found, { start, end, at }, ends);
  if (at > colon) return passwordPart(text, colon, at, reading);
  if (!PORT.test(text.slice(colon + 1, end))) return ends.lastAt > colon ? part(colon + 1, ends.lastAt, true) : null;
  return isPath || at !== -1 ? null : partAfterPort(text, colon, end, ends);
}

const IPV6 = /^\[[0-9A-Fa-f:.]+(?:%[^\]]*)?\](?::[0-9]*)?$/u;
/** An empty port is not a port: `user:/pass@host` hides a password. */
const PORT = /^[0-9]+$/u;

function tokenPart(start: number, end: number, authority: string, { lastAtOfLocation }: Ends): HiddenPart | null {
  if (lastAtOfLocation >= start) return part(start, lastAtOfLocation, true);
  return /^ops_/u.test(authority) ? part(start, end, true) : null;
}

/** Up to the last `@` before the query: one that is not escaped may belong to the password. */
function passwordPart(text: string, colon: number, at: number, reading: Reading): HiddenPart | null {
  const query = text.indexOf('?', at);
  const last = query === -1 ? text.lastIndexOf('@') : text.slice(0, query).lastIndexOf('@');
  // An escaped colon before a port belongs to the server that some stores have in the place of a user.
  if (reading !== 'written' && PORT.test(text.slice(colon + 1, last))) return null;
  return part(colon + 1, last, true);
}

/** Nothing reads like a password before the first `/`; one with a `/` in the user, or without user, might follow. */
function partWithoutColon(
  text: string,
  { scheme, after, hasSlashes }: FoundScheme,
  { start, end, at }: { readonly start: number; readonly end: number; readonly at: number },
  { lastAtOfLocation }: Ends,
): HiddenPart | null {
  if (!hasSlashes && start === after && at !== -1 && shownPartsOf(scheme) === null)
    return part(start, lastAtOfLocation, true);
  const colon = text.indexOf(':', end);
  if (colon === -1 || text.startsWith('://', colon) || lastAtOfLocation <= colon) return null;
  return part(colon + 1, lastAtOfLocation, false);
}

/** A password of nothing but digits up to a `/` or `?` reads like a port. */
function partAfterPort(text: string, colon: number, end: number, ends: Ends): HiddenPart | null {
  if (ends.lastAtOfLocation > end) return part(colon + 1, ends.lastAtOfLocation, false);
  const name = /^\?[^=&]*@/u.exec(text.slice(end))?.[0];
  return name === undefined ? null : part(colon + 1, end + name.length - 1, false);
}

function afterSlashes(text: string, from: number): number {
  let start = from;
  while (text[start] === '/') start++;
  return start;
}

function authorityEnd(text: string, start: number): number {
  const length = text.slice(start).search(/[/?#]/u);
  return length === -1 ? text.length : start + length;
}

/**
 * Values of options, of which only those that are known may be shown. What follows a hidden value up to the next name is hidden
 * with it: a secret may contain `?`, `#`, `&` or `;`.
 */
function* optionParts(text: string, from: number, known: ShownParts | null, depth: number): Generator<HiddenPart> {
  const query = text.slice(from).search(/[?#]/u);
  if (query === -1) return;
  const pieces = [...text.slice(from + query).matchAll(/[^?&#;]+/gu)];
  for (const [position, { 0: pair, index }] of pieces.entries()) {
    const equals = pair.indexOf('=');
    if (equals === -1 || equals === pair.length - 1) continue;
    const name = pair.slice(0, equals).toLowerCase();
    const start = from + query + index + equals + 1;
    const end = from + query + index + pair.length;
    const value = text.slice(start, end);
    if (isReferences(value) || isAttribute(name, value)) continue;
    if (known === null || !isShownOption(known, unescaped(name))) {
      yield part(start, from + query + endBeforeName(pieces, position), CREDENTIAL_NAME.test(unescaped(name)));
    } else if (/AGE-SECRET-KEY-/iu.test(value)) yield part(start, end, true);
    else if (depth < DEEPEST && value.length < LONGEST_VALUE)
      yield* moved(partsIn(value, depth + 1), (offset) => start + offset);
    else if (MAY_HOLD.test(value)) yield part(start, end, false);
  }
}

/** Where the piece ends, with those after it that name no option. */
function endBeforeName(pieces: readonly RegExpExecArray[], position: number): number {
  let last = position;
  while (pieces[last + 1]?.[0].includes('=') === false) last++;
  const piece = pieces[last];
  return piece === undefined ? 0 : piece.index + piece[0].length;
}

/** Options of no provider that says so, but what else could they hold? */
const CREDENTIAL_NAME =
  /(?:^|[._-])(?:token|password|passwd|passphrase|pwd|credentials?|api[._-]?key|(?:access|secret|private|age)[._-]?key|(?:client|app|shared)[._-]?secret|secret[._-]id)$/u;

function unescaped(name: string): string {
  return percentDecoded(name)?.text ?? name;
}

/** What is there may be references to secrets (spec 2.7): these are names, and worth reading. */
function isReferences(text: string): boolean {
  return /^(?:\$\{[A-Za-z_][A-Za-z0-9_]*\})+$/u.test(text);
}

/** What a secret reference of 1Password ends with: `op://…?attribute=otp`, alone or quoted in a sentence. */
function isAttribute(name: string, value: string): boolean {
  return /^(?:attr|attribute|ssh-format)$/u.test(name) && /^(?:otp|openssh)(?:$|["`])/u.test(value);
}

function part(start: number, end: number, isCertain: boolean): HiddenPart {
  return { start, end, isCertain };
}

function* moved(parts: Iterable<HiddenPart>, to: (offset: number) => number): Generator<HiddenPart> {
  for (const { start, end, isCertain } of parts) yield part(to(start), to(end), isCertain);
}

/** In order, without overlaps, none empty. */
export function merged(parts: Iterable<HiddenPart>): readonly HiddenPart[] {
  const found = [...parts].filter(({ start, end }) => start < end).sort((left, right) => left.start - right.start);
  const result: HiddenPart[] = [];
  for (const next of found) {
    const last = result.at(-1);
    if (last === undefined || next.start >= last.end) result.push(next);
    else result[result.length - 1] = part(last.start, Math.max(last.end, next.end), last.isCertain || next.isCertain);
  }
  return result;
}
