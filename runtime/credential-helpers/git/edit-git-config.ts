/**
 * The sections of Git's configuration that are ours: added and removed so that every other byte stays, and what was added can be taken
 * out again without a trace. Texts have one character per byte.
 *
 * A file whose last line has no end gets one before our section, which has none then; a file that did not exist is our section without
 * an end. So the text itself says what was there before.
 */
import { type CredentialUrl, covers, parseCredentialUrl, urlText } from '../credential-url.js';
import { type GitConfigEntry, type GitConfigSection, readGitConfig } from './read-git-config.js';
import { isOurs } from './helper-line.js';

/** What `configure` writes for an address. */
export interface HelperSection {
  readonly url: CredentialUrl;
  readonly helper: string;
  readonly username: string | null;
}

export type Edited =
  /** `text`: null for no file; `urls`: the addresses whose sections were added or removed. */
  | { readonly kind: 'edited'; readonly text: string | null; readonly urls: readonly string[] }
  /** Another helper for exactly this address. */
  | { readonly kind: 'foreign'; readonly helper: string }
  | { readonly kind: 'malformed'; readonly line: number };

/** `text`: null if there is no file. An earlier section of ours for the address is replaced. */
export function withHelper(text: string | null, added: HelperSection): Edited {
  const url = urlText(added.url);
  const without = withoutHelpers(text, (own) => own === url);
  if (without.kind !== 'edited') return without;
  const foreign = foreignHelper(sectionsIn(without.text ?? ''), url);
  if (foreign !== null) return { kind: 'foreign', helper: foreign };
  return { kind: 'edited', text: inserted(without.text, added), urls: [url] };
}

/** Removes our sections for the addresses that `isMeant`. */
export function withoutHelpers(text: string | null, isMeant: (url: string) => boolean): Edited {
  const config = readGitConfig(text ?? '');
  if (config.kind === 'malformed') return config;
  const own = ownSections(text ?? '', config.sections).filter(({ url }) => isMeant(url));
  const left = own.reduceRight<string | null>((rest, section) => removed(rest ?? '', section), text);
  return { kind: 'edited', text: left, urls: own.map(({ url }) => url) };
}

/** The lines of a section, without the end of the last one. */
export function sectionLines({ url, helper, username }: HelperSection): readonly string[] {
  return [
    `[credential "${urlText(url)}"]`,
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

/** A section of ours, and where its lines are. */
interface OwnSection {
  readonly url: string;
  readonly parsed: CredentialUrl;
  readonly start: number;
  readonly end: number;
}

function sectionsIn(text: string): readonly GitConfigSection[] {
  const config = readGitConfig(text);
  return config.kind === 'read' ? config.sections : [];
}

function ownSections(text: string, sections: readonly GitConfigSection[]): readonly OwnSection[] {
  return sections.flatMap((section) => {
    const url = addressOf(section);
    const own = ownEntries(section.entries);
    const [first, last] = [own[0], own.at(-1)];
    if (url === null || first === undefined || last === undefined) return [];
    // What others added to it keeps its header.
    const isAll = own.length === section.entries.length;
    const start = isAll ? section.start : lineStart(text, first.start, section.headerEnd);
    return [{ url: urlText(url), parsed: url, start, end: last.end }];
  });
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
  return helpers.find(({ value }) => value !== null && value !== '')?.value ?? null;
}

/** Git reads in order, and the empty helper of a general section would end the list of a special one before it. */
function inserted(text: string | null, added: HelperSection): string {
  const lineEnd = text?.includes('\r\n') === true ? '\r\n' : '\n';
  const section = sectionLines(added).join(lineEnd);
  if (text === null) return section;
  const special = ownSections(text, sectionsIn(text)).find(({ parsed }) =>
    covers({ ...added.url, user: null }, parsed),
  );
  if (special !== undefined) return text.slice(0, special.start) + section + lineEnd + text.slice(special.start);
  return text === '' || text.endsWith('\n') ? text + section + lineEnd : text + lineEnd + section;
}

/** Null: nothing is left of a file that was made for it. */
function removed(text: string, { start, end }: OwnSection): string | null {
  const hasEnd = text.slice(start, end).endsWith('\n');
  if (hasEnd) return text.slice(0, start) + text.slice(end);
  return start === 0 ? null : text.slice(0, start).replace(/\r?\n$/u, '');
}
