/** The entries of a database, by their path: the names of groups below the root group, then the title. */
import { standardField } from '#schemas/providers/kdbx.js';
import { type Failed, failed } from '../store-failure.js';
import { isProtected } from './inner-stream.js';
import { elementIn, elementsIn, textOf, type XmlElement } from './xml.js';

/** Names of groups, then a title; no part is empty. */
export type EntryPath = readonly string[];

/** The group in which all others are; null if the document has none. */
export function rootGroup(document: XmlElement): XmlElement | null {
  const file = elementIn(document, 'KeePassFile');
  const root = file === null ? null : elementIn(file, 'Root');
  return root === null ? null : elementIn(root, 'Group');
}

/** The only group or entry of this name, null if there is none; several are an error, never the first of them (providers-local 12.8). */
export function oneNamed(group: XmlElement, kind: 'Group' | 'Entry', name: string): XmlElement | Failed | null {
  const named = namesIn(group)[kind].get(name) ?? [];
  if (named.length < 2) return named[0] ?? null;
  const what = kind === 'Group' ? 'groups' : 'entries';
  return failed('failed', `there are ${named.length} ${what} of this name in one group`, 'rename all but one');
}

type NamedElements = Map<string, XmlElement[]>;
interface Names {
  count: number;
  readonly Group: NamedElements;
  readonly Entry: NamedElements;
}
/** Found once for many entries. Children are only ever added, so their number tells whether it is still true. */
const known = new WeakMap<XmlElement, Names>();

function namesIn(group: XmlElement): Names {
  const before = known.get(group);
  if (before?.count === group.children.length) return before;
  const byName = (kind: 'Group' | 'Entry', name: (one: XmlElement) => unknown): NamedElements => {
    const named = new Map<string, XmlElement[]>();
    for (const one of elementsIn(group, kind)) {
      const text = name(one);
      if (typeof text !== 'string') continue;
      const alike = named.get(text);
      if (alike === undefined) named.set(text, [one]);
      else alike.push(one);
    }
    return named;
  };
  const names: Names = {
    count: group.children.length,
    Group: byName('Group', nameOf),
    Entry: byName('Entry', (entry) => fieldIn(entry, 'Title')),
  };
  known.set(group, names);
  return names;
}

/** A new one of this group counts from now on, before it is in its place. */
export function addName(group: XmlElement, kind: 'Group' | 'Entry', name: string, one: XmlElement): void {
  const named = namesIn(group)[kind];
  named.set(name, [...(named.get(name) ?? []), one]);
}

/** All that became known are in their places. */
export function arePlaced(group: XmlElement): void {
  const names = known.get(group);
  if (names !== undefined) names.count = group.children.length;
}

export function entryAt(root: XmlElement, path: EntryPath): XmlElement | Failed | null {
  let group = root;
  for (const name of path.slice(0, -1)) {
    const found = oneNamed(group, 'Group', name);
    if (found === null || 'failure' in found) return found;
    group = found;
  }
  return oneNamed(group, 'Entry', path.at(-1) ?? '');
}

/** All entries of a group and of the groups in it, in the order of the document; without versions of the past. */
export function* entriesIn(group: XmlElement): Generator<XmlElement> {
  for (const child of group.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'Entry') yield child;
    if (child.name === 'Group') yield* entriesIn(child);
  }
}

export function fieldNames(entry: XmlElement): readonly string[] {
  return elementsIn(entry, 'String').flatMap((string) => keyOf(string) ?? []);
}

/** The string of an entry; null if there is none. Standard fields are found in any case, if none has exactly this one. */
export function stringIn(entry: XmlElement, field: string): XmlElement | Failed | null {
  const strings = elementsIn(entry, 'String').map((string) => [keyOf(string), string] as const);
  const exact = strings.filter(([key]) => key === field);
  const isStandard = standardField(field) !== null;
  const alike = isStandard ? strings.filter(([key]) => key !== null && standardField(key) === field) : [];
  const found = exact.length > 0 ? exact : alike;
  if (found.length < 2) return found[0]?.[1] ?? null;
  return failed('failed', `the entry has ${found.length} fields of this name`, 'rename all but one');
}

/** The text of a field; null if it is not there; a failure if several have this name. */
export function fieldIn(entry: XmlElement, field: string): string | Failed | null {
  const string = stringIn(entry, field);
  if (string === null || 'failure' in string) return string;
  const value = elementIn(string, 'Value');
  const text = value === null ? '' : valueText(value);
  return text ?? failed('malformed', 'the field is not text');
}

function nameOf(group: XmlElement): string | null {
  const name = elementIn(group, 'Name');
  return name === null ? null : textOf(name);
}

function keyOf(string: XmlElement): string | null {
  const key = elementIn(string, 'Key');
  return key === null ? null : textOf(key);
}

function valueText(value: XmlElement): string | null {
  const text = textOf(value);
  if (text === null || !isProtected(value)) return text;
  const bytes = Buffer.from(text, 'base64');
  const plain = bytes.toString('utf8');
  return Buffer.from(plain, 'utf8').equals(bytes) ? plain : null;
}
