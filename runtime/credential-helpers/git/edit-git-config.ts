/**
 * The sections of Git's configuration that are ours: added and removed so that every other byte stays, and what was added can be taken
 * out again without a trace. Texts have one character per byte.
 *
 * A file whose last line has no end gets one before our section, which has none then; neither has our section in an empty file. So the text
 * itself says what was there before, and a file that is nothing but our section and an end of line did not exist.
 */
import {
  type CredentialUrl,
  covers,
  needsUser,
  parseCredentialUrl,
  urlText,
  urlTextWithUser,
} from '../credential-url.js';
import { type GitConfigEntry, type GitConfigSection, readGitConfig } from './read-git-config.js';
import { isOurs } from './helper-line.js';

/** What `configure` writes for an address. */
export interface HelperSection {
  readonly url: CredentialUrl;
  readonly helper: string;
  readonly username: string | null;
}

/** Which section is meant: `user` is the one that it answers with, null if that is a secret. */
export type IsMeant = (url: string, user: string | null) => boolean;

export type Edited =
  /** `text`: null for no file; `urls`: the addresses whose sections were added or removed; `lines`: those that were added. */
  | {
      readonly kind: 'edited';
      readonly text: string | null;
      readonly urls: readonly string[];
      readonly lines: readonly string[];
    }
  /** Another helper for exactly this address. */
  | { readonly kind: 'foreign'; readonly helper: string }
  | { readonly kind: 'malformed'; readonly line: number };

/**
 * `text`: null if there is no file. An earlier section of ours for the address is replaced; for a mail server, which has a password for each
 * user, the one of the same user.
 */
export function withHelper(text: string | null, added: HelperSection): Edited {
  const url = urlText(added.url);
  const isEach = needsUser(added.url) && added.username !== null;
  const without = withoutHelpers(text, (own, user) => own === url && (!isEach || user === added.username));
  if (without.kind !== 'edited') return without;
  const sections = sectionsIn(without.text ?? '');
  const foreign = foreignHelper(sections, url);
  if (foreign !== null) return { kind: 'foreign', helper: foreign };
  // The first user of a mail server answers also where Git names none; the others are told apart by their addresses.
  const isFurther = ownSections(without.text ?? '', sections).some(
    ({ parsed }) => urlText(parsed) === url && parsed.user === null,
  );
  const address = { ...added.url, user: isFurther ? added.username : null };
  const lines = sectionLines(added, urlTextWithUser(address));
  return { kind: 'edited', text: inserted(without.text, address, lines), urls: [url], lines };
}

/** Removes our sections that `isMeant`. */
export function withoutHelpers(text: string | null, isMeant: IsMeant): Edited {
  const config = readGitConfig(text ?? '');
  if (config.kind === 'malformed') return config;
  const own = ownSections(text ?? '', config.sections).filter(({ parsed, user }) => isMeant(urlText(parsed), user));
  const left = own
    .flatMap(({ parts }) => parts)
    .reduceRight<string | null>((rest, part) => removed(rest ?? '', part), text);
  const urls = own.map(({ parsed, user }) =>
    needsUser(parsed) ? urlTextWithUser({ ...parsed, user }) : urlText(parsed),
  );
  return { kind: 'edited', text: left, urls, lines: [] };
}

/** Without the end of the last one. */
function sectionLines({ url, helper, username }: HelperSection, address: string): readonly string[] {
  return [
    `[credential "${address}"]`,
    // It ends the list of helpers that come before: Git would tell each of them our password after its first use.
    '\thelper = ',
    `\thelper = ${configValue(helper)}`,
    ...(url.path === '' ? [] : ['\tuseHttpPath = true']),
    ...(username === null ? [] : [`\tusername = ${configValue(username)}`]),
  ];
}

function configValue(text: string): string {
  const escaped = text.replace(/["\\]/gu, '\\$&');
  return /^\s|[#;]|\s$/u.test(text) ? `"${escaped}"` : escaped;
}

/** A section of ours, or of which a part is. */
interface OwnSection {
  readonly parsed: CredentialUrl;
  readonly user: string | null;
  /** Of its header. */
  readonly start: number;
  /** Where that is which we have written. */
  readonly parts: readonly Part[];
}
interface Part {
  readonly start: number;
  readonly end: number;
}

function sectionsIn(text: string): readonly GitConfigSection[] {
  const config = readGitConfig(text);
  return config.kind === 'read' ? config.sections : [];
}

function ownSections(text: string, sections: readonly GitConfigSection[]): readonly OwnSection[] {
  return sections.flatMap((section) => {
    const parsed = addressOf(section);
    const own = ownEntries(section.entries);
    if (parsed === null || own.length === 0) return [];
    const named = own.find(({ key }) => key === 'username')?.value ?? null;
    const user = parsed.user ?? (named === null ? null : textOf(named));
    return [{ parsed, user, start: section.start, parts: partsOf(text, section, own) }];
  });
}

/** What others added to the section, comments too, keeps its header. */
function partsOf(text: string, section: GitConfigSection, own: readonly GitConfigEntry[]): readonly Part[] {
  const { start, headerEnd, entries } = section;
  const ends = [headerEnd, ...own.map(({ end }) => end)];
  const isOnlyOurs = own.every((entry, index) => text.slice(ends[index], entry.start).trim() === '');
  if (isOnlyOurs && own.length === entries.length) return [{ start, end: ends.at(-1) ?? headerEnd }];
  return own.map((entry) => ({ start: lineStart(text, entry.start, headerEnd), end: entry.end }));
}

function lineStart(text: string, at: number, least: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1) + 1, least);
}

function addressOf({ name, subsection }: GitConfigSection): CredentialUrl | null {
  if (name !== 'credential' || subsection === null) return null;
  const url = parseCredentialUrl(subsection);
  return url.kind === 'url' ? url : null;
}

/** The empty helper, ours, and what follows it as `configure` writes it. */
function ownEntries(entries: readonly GitConfigEntry[]): readonly GitConfigEntry[] {
  const at = entries.findIndex(({ key, value }) => key === 'helper' && isOurs(value ?? ''));
  const before = entries[at - 1];
  if (at === -1 || before?.key !== 'helper' || before.value !== '') return [];
  const own = entries.slice(at - 1, at + 1);
  for (const key of ['usehttppath', 'username']) {
    const next = entries[at - 1 + own.length];
    if (next?.key === key) own.push(next);
  }
  return own;
}

function foreignHelper(sections: readonly GitConfigSection[], url: string): string | null {
  const helpers = sections.flatMap((section) => {
    const address = addressOf(section);
    return address !== null && urlText(address) === url ? section.entries.filter(({ key }) => key === 'helper') : [];
  });
  const foreign = helpers.find(({ value }) => value !== null && value !== '' && !isOurs(value))?.value ?? null;
  return foreign === null ? null : textOf(foreign);
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Git reads in order, and the empty helper of a general section would end the list of a special one before it. */
function inserted(text: string | null, address: CredentialUrl, lines: readonly string[]): string {
  const lineEnd = text?.includes('\r\n') === true ? '\r\n' : '\n';
  const section = bytesOf(lines.join(lineEnd));
  if (text === null) return section + lineEnd;
  if (text === '') return section;
  const special = ownSections(text, sectionsIn(text)).find(({ parsed }) => isMoreSpecial(parsed, address));
  if (special !== undefined) return text.slice(0, special.start) + section + lineEnd + text.slice(special.start);
  return text.endsWith('\n') ? text + section + lineEnd : text + lineEnd + section;
}

function isMoreSpecial(other: CredentialUrl, address: CredentialUrl): boolean {
  if (address.user !== null && urlText(other) === urlText(address)) return false;
  return covers({ ...address, user: null }, other);
}

/** Null: nothing is left of a file that was made for it. */
function removed(text: string, { start, end }: Part): string | null {
  const hasEnd = text.slice(start, end).endsWith('\n');
  const left = text.slice(0, start) + text.slice(end);
  if (hasEnd) return left === '' ? null : left;
  return left.replace(/\r?\n$/u, '');
}
