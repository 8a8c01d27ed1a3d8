/** Where the parts of a template end up in the URLs that it spells, whatever their values are. */
import type { TemplatePart } from '#schemas/plan.js';

/** What a value is there. `user information`: user name, password or both. */
export type UrlZone = 'scheme' | 'user information' | 'host' | 'path' | 'query' | 'fragment';

export interface PartOfUrl {
  readonly secret: string;
  readonly zone: UrlZone;
  /** The rest of the same zone before and after it; `PART` stands for every part. */
  readonly before: string;
  readonly after: string;
  /** All of the URL that follows. */
  readonly rest: string;
  /** Whether the template itself has user information in this URL. */
  readonly hasUser: boolean;
}

/** A character that no text has, in place of a part. */
const PART = '\0';

/**
 * A URL starts where the template itself has `://`: a part that is a whole URL is the author's. It ends with white space, a quote or a
 * bracket, and where the next one starts. What follows a `;` after the host are settings of a driver, as in JDBC, not parts of a URL.
 */
const URL_IN_TEXT =
  /([A-Za-z\0][A-Za-z0-9+.\-\0]{0,40}):\/\/((?:(?!,?[A-Za-z\0][A-Za-z0-9+.\-\0]{0,40}:\/\/)[^\s"'<>`])*)/g;
const ZONES = /^([^/?#;]*)(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?/s;

export function partsOfUrls(parts: readonly TemplatePart[]): readonly PartOfUrl[] {
  const text = parts.map((part) => ('text' in part ? part.text.replaceAll(PART, ' ') : PART)).join('');
  const names = parts.flatMap((part) => ('secret' in part ? [part.secret] : []));
  const found: PartOfUrl[] = [];
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const [url, scheme = '', behind = ''] = match;
    let next = partsIn(text.slice(0, match.index));
    const zones = [{ zone: 'scheme' as const, text: scheme, hasUser: false }, ...zonesOf(behind)];
    let passed = 0;
    for (const { zone, text: own, hasUser } of zones) {
      passed = Math.max(passed, url.indexOf(own, passed)) + own.length;
      for (let at = own.indexOf(PART); at !== -1; at = own.indexOf(PART, at + 1)) {
        const secret = names[next++] ?? '';
        const [before, after] = [own.slice(0, at), own.slice(at + 1)];
        found.push({ secret, zone, before, after, rest: after + url.slice(passed), hasUser });
      }
    }
  }
  return found;
}

interface Zone {
  readonly zone: UrlZone;
  readonly text: string;
  readonly hasUser: boolean;
}

function zonesOf(behind: string): readonly Zone[] {
  const [, authority = '', path = '', query = '', fragment = ''] = ZONES.exec(behind) ?? [];
  const end = authority.lastIndexOf('@');
  const hasUser = end !== -1;
  const zones: readonly (readonly [UrlZone, string])[] = [
    ['user information', authority.slice(0, Math.max(0, end))],
    ['host', authority.slice(end + 1)],
    ['path', path],
    ['query', query],
    ['fragment', fragment],
  ];
  return zones.flatMap(([zone, text]) => (text === '' ? [] : [{ zone, text, hasUser }]));
}

function partsIn(text: string): number {
  return text.split(PART).length - 1;
}
