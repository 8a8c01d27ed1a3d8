/**
 * `{project}` and `{profile}` in the paths of stores of files: `dotenv://.env.{profile}`. They are placeholders as spelled:
 * an escaped brace (`%7B`) belongs to a name. Plans keep the spelling; what a path is compared and opened by is filled.
 */
import { descriptorOf } from '../providers/index.js';
import { decoded, parseStoreUri, renderStoreUri, type StoreUri } from '../addresses/store-uri.js';

/** The names that replace the placeholders of a path. */
export interface PathNames {
  readonly project: string;
  readonly profile: string;
}

/** Whether the path differs from project to project, or from profile to profile. */
export function hasPathPlaceholders(uri: StoreUri): boolean {
  return fillsPath(uri) && /\{(project|profile)\}/.test(uri.spelled);
}

/** What is wrong with the braces of a path, as a clause that follows the spec, or null. */
export function pathPlaceholdersProblem(uri: StoreUri): string | null {
  if (!fillsPath(uri)) return null;
  const rest = uri.spelled.replace(PLACEHOLDER, '');
  if (!/[{}]/.test(rest)) return null;
  const [unknown = null] = /\{[^{}]*\}/.exec(rest) ?? [];
  const what =
    unknown === null ? 'has a brace that is not part of a placeholder' : `has the unknown placeholder \`${unknown}\``;
  return `${what}; a path may contain \`{project}\`, \`{profile}\`, and \`%7B\` for a brace`;
}

/** Why these names cannot be part of this path, as a clause that follows the spec, or null. */
export function pathNamesProblem(uri: StoreUri, names: PathNames): string | null {
  if (!hasPathPlaceholders(uri)) return null;
  for (const name of ['project', 'profile'] as const) {
    const problem = uri.spelled.includes(`{${name}}`) ? pathPartProblem(names[name]) : null;
    if (problem !== null) return `cannot be filled in: ${name} \`${names[name]}\` ${problem}`;
  }
  return null;
}

/** Why a name may not be part of a path, as a clause, or null: it must not lead anywhere else. */
export function pathPartProblem(name: string): string | null {
  if (name === '.' || name === '..') return 'refers to another folder';
  if (/[/\\]/.test(name)) return `contains \`${name.includes('/') ? '/' : '\\'}\``;
  return /\p{Cc}/u.test(name) ? 'contains a control character' : null;
}

/**
 * The store that is meant with these names; the same where there is nothing to fill in. A path that starts with `~` only
 * because a name does is no path below the home folder.
 */
export function filledUri(uri: StoreUri, names: PathNames): StoreUri {
  if (!hasPathPlaceholders(uri)) return uri;
  const startsWith = /^\{(project|profile)\}/.exec(uri.spelled)?.[1] as keyof PathNames | undefined;
  const isHome = startsWith !== undefined && names[startsWith].startsWith('~');
  const filled = renderedWith(uri, (name) => encodeURIComponent(names[name]));
  const text = isHome ? filled.replace('://', '://./') : filled;
  const parsed = parseStoreUri(text);
  return parsed.kind === 'uri' ? parsed : uri;
}

/** As `renderStoreUri`, with escapes for braces that are not placeholders. */
export function renderPathPattern(uri: StoreUri): string {
  return fillsPath(uri) ? renderedWith(uri, (name) => `{${name}}`) : renderStoreUri(uri);
}

/** NUL, which no spec may contain, marks placeholders while the rest is decoded and written again. */
function renderedWith(uri: StoreUri, textOf: (name: keyof PathNames) => string): string {
  const marked = parseMarked(uri);
  const [location, query] = splitAt(renderStoreUri({ ...uri, ...marked }), '?');
  const escaped = location.replaceAll('{', '%7B').replaceAll('}', '%7D');
  return escaped.replace(/%00(project|profile)%00/g, (_, name: keyof PathNames) => textOf(name)) + query;
}

function parseMarked({ spelled, authority }: StoreUri): Pick<StoreUri, 'authority' | 'path'> {
  const [first, rest] = authority === '' ? ['', spelled] : splitAt(spelled, '/');
  return { authority: markedText(first), path: markedText(rest) };
}

function markedText(spelled: string): string {
  const parts = spelled.split(PLACEHOLDER);
  return parts.map((part, index) => (index % 2 === 0 ? decoded(part) : `\0${part}\0`)).join('');
}

/** The text before a character, and the rest from it on. */
function splitAt(text: string, character: string): [string, string] {
  const index = text.indexOf(character);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index)];
}

const PLACEHOLDER = /\{(project|profile)\}/g;

function fillsPath({ scheme }: StoreUri): boolean {
  return descriptorOf(scheme)?.uri.fillsPath === true;
}
