/** Changes in the tree of a database: the value of a field, with the history that KeePass keeps, and new entries and groups. */
import { randomBytes } from 'node:crypto';
import type { Failed } from '../store-failure.js';
import { number64 } from './bytes.js';
import { arePlaced, type EntryPath, fieldIn, addName, oneNamed, stringIn } from './entries.js';
import { element, elementIn, elementsIn, textElement, textOf, type XmlElement } from './xml.js';

export interface FieldChange {
  readonly path: EntryPath;
  readonly field: string;
  readonly value: string;
}

/**
 * Sets fields, in entries that are created if there are none; false if all have these values already. New entries and groups are put in
 * their places at the end, each group once. `meta`: settings of the database.
 */
export function setFields(
  root: XmlElement,
  meta: XmlElement | null,
  changes: readonly FieldChange[],
  now: Date,
): boolean | Failed {
  const added: Added = new Map();
  let isChanged = false;
  for (const change of changes) {
    const done = setOne(root, { meta, added, now }, change);
    if (typeof done !== 'boolean') return done;
    isChanged ||= done;
  }
  for (const [group, { entries, groups }] of added) {
    insert(group, entries, 'Group');
    for (const one of groups) group.children.push(one);
    arePlaced(group);
  }
  return isChanged;
}

/** What is to be put into each group. */
type Added = Map<XmlElement, { readonly entries: XmlElement[]; readonly groups: XmlElement[] }>;
interface Editing {
  readonly meta: XmlElement | null;
  readonly added: Added;
  readonly now: Date;
}

function setOne(root: XmlElement, { meta, added, now }: Editing, change: FieldChange): boolean | Failed {
  const group = groupFor(root, change.path, added, now);
  if ('failure' in group) return group;
  const title = change.path.at(-1) ?? '';
  const entry = oneNamed(group, 'Entry', title);
  if (entry !== null && 'failure' in entry) return entry;
  if (entry === null) {
    const made = newEntry(title, change, now);
    addedTo(added, group).entries.push(made);
    addName(group, 'Entry', title, made);
    return true;
  }
  const string = stringIn(entry, change.field);
  if (string !== null && 'failure' in string) return string;
  if (fieldIn(entry, change.field) === change.value) return false;
  remember(entry, meta);
  if (string === null) insert(entry, [newString(change.field, change.value)], 'Binary', 'AutoType', 'History');
  else replace(string, 'Value', protectedValue(change.value));
  touch(entry, now);
  return true;
}

/** The group of the path, created as far as it is missing. */
function groupFor(root: XmlElement, path: EntryPath, added: Added, now: Date): XmlElement | Failed {
  let group = root;
  for (const name of path.slice(0, -1)) {
    const found = oneNamed(group, 'Group', name);
    if (found !== null && 'failure' in found) return found;
    const next = found ?? newGroup(name, now);
    if (found === null) {
      addedTo(added, group).groups.push(next);
      addName(group, 'Group', name, next);
    }
    group = next;
  }
  return group;
}

function addedTo(added: Added, group: XmlElement): { readonly entries: XmlElement[]; readonly groups: XmlElement[] } {
  const known = added.get(group) ?? { entries: [], groups: [] };
  added.set(group, known);
  return known;
}

/** Keeps the entry as it is in its history, the oldest versions leaving as the database is configured. */
function remember(entry: XmlElement, meta: XmlElement | null): void {
  const version: XmlElement = { ...entry, children: entry.children.filter((child) => !isNamed(child, 'History')) };
  const history = elementIn(entry, 'History') ?? element('History', []);
  if (elementIn(entry, 'History') === null) entry.children.push(history);
  history.children.push(structuredClone(version));
  const most = mostVersions(meta);
  const versions = elementsIn(history, 'Entry');
  const leaving = most === null ? [] : versions.slice(0, Math.max(0, versions.length - most));
  for (const one of leaving) history.children.splice(history.children.indexOf(one), 1);
}

/** Null: no limit. */
function mostVersions(meta: XmlElement | null): number | null {
  const setting = meta === null ? null : elementIn(meta, 'HistoryMaxItems');
  const text = setting === null ? null : textOf(setting);
  return text !== null && /^\d{1,9}$/u.test(text.trim()) ? Number(text) : null;
}

function touch(entry: XmlElement, now: Date): void {
  const times = elementIn(entry, 'Times');
  if (times === null) insert(entry, [newTimes(now)], 'String');
  else replace(times, 'LastModificationTime', textElement('LastModificationTime', timeText(now)));
}

/** Replaces the child of this name, or adds one. */
function replace(parent: XmlElement, name: string, child: XmlElement): void {
  const index = parent.children.findIndex((one) => isNamed(one, name));
  if (index === -1) parent.children.push(child);
  else parent.children.splice(index, 1, child);
}

/** Before the first child of one of these names, else at the end. */
function insert(parent: XmlElement, children: readonly XmlElement[], ...before: readonly string[]): void {
  const found = parent.children.findIndex((one) => before.some((name) => isNamed(one, name)));
  const index = found === -1 ? parent.children.length : found;
  const following = parent.children.splice(index);
  for (const child of [...children, ...following]) parent.children.push(child);
}

function isNamed(child: XmlElement | string, name: string): child is XmlElement {
  return typeof child !== 'string' && child.name === name;
}

function newEntry(title: string, { field, value }: FieldChange, now: Date): XmlElement {
  const texts = new Map([
    ['Title', title],
    ['UserName', ''],
    ['Password', ''],
    ['URL', ''],
    ['Notes', ''],
  ]);
  const strings = [...texts].filter(([name]) => name !== field).map(([name, text]) => plainString(name, text));
  return element('Entry', [...newIdentity(), newTimes(now), ...strings, newString(field, value)]);
}

function newGroup(name: string, now: Date): XmlElement {
  const [id, icon] = newIdentity(48);
  return element('Group', [id, textElement('Name', name), icon, newTimes(now)]);
}

function newIdentity(icon = 0): readonly [XmlElement, XmlElement] {
  return [textElement('UUID', randomBytes(16).toString('base64')), textElement('IconID', String(icon))];
}

function newTimes(now: Date): XmlElement {
  const time = timeText(now);
  return element('Times', [
    textElement('LastModificationTime', time),
    textElement('CreationTime', time),
    textElement('LastAccessTime', time),
    textElement('ExpiryTime', time),
    textElement('Expires', 'False'),
    textElement('UsageCount', '0'),
    textElement('LocationChanged', time),
  ]);
}

function plainString(key: string, text: string): XmlElement {
  // Every password is protected, an empty one too.
  if (key === 'Password') return newString(key, text);
  return element('String', [textElement('Key', key), textElement('Value', text)]);
}

function newString(key: string, value: string): XmlElement {
  return element('String', [textElement('Key', key), protectedValue(value)]);
}

/** Protected values keep every character; plain ones could lose control characters. */
function protectedValue(value: string): XmlElement {
  return textElement('Value', Buffer.from(value, 'utf8').toString('base64'), ' Protected="True"');
}

const SECONDS_TO_1970 = 62_135_596_800n;

/** KDBX 4 counts seconds from the year 1. */
function timeText(now: Date): string {
  const seconds = BigInt(Math.floor(now.getTime() / 1000)) + SECONDS_TO_1970;
  return Buffer.from(number64(seconds)).toString('base64');
}

/** A database without entries. */
export function newDocument(now: Date): XmlElement {
  const time = timeText(now);
  const meta = element('Meta', [
    textElement('Generator', 'tool'),
    textElement('DatabaseName', 'tool'),
    textElement('DatabaseNameChanged', time),
    element('MemoryProtection', [
      textElement('ProtectTitle', 'False'),
      textElement('ProtectUserName', 'False'),
      textElement('ProtectPassword', 'True'),
      textElement('ProtectURL', 'False'),
      textElement('ProtectNotes', 'False'),
    ]),
    textElement('RecycleBinEnabled', 'True'),
    textElement('RecycleBinUUID', Buffer.alloc(16).toString('base64')),
    textElement('HistoryMaxItems', '10'),
    textElement('HistoryMaxSize', '6291456'),
  ]);
  const root = element('Root', [newGroup('Root', now), element('DeletedObjects', [])]);
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return element('', [declaration, element('KeePassFile', [meta, root])]);
}
