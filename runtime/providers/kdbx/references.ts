/**
 * Placeholders in the fields of an entry, replaced as KeePass does: `{USERNAME}` and the other fields of the same entry, `{S:name}` for
 * one of its own, and `{REF:P@I:…}` for a field of another entry. Others, such as `{URL:HOST}` or `{TOTP}`, are text here.
 */
import { standardField } from '#schemas/providers/kdbx.js';
import { type Failed, failed } from '../store-failure.js';
import { entriesIn, fieldIn, fieldNames } from './entries.js';
import { elementIn, textOf, type XmlElement } from './xml.js';

const MOST_LEVELS = 10;
/** Placeholders of placeholders multiply. */
const MOST_PLACEHOLDERS = 1_000;
const LONGEST = 2 ** 20;

const PLACEHOLDER =
  /\{(?:(USERNAME|PASSWORD|TITLE|URL|NOTES)|S:([^{}]+)|REF:([TUPANI])@([TUPANIO]):((?:[^{}]|\{[^{}]*\})+))\}/giu;
const FIELD_OF_LETTER: Readonly<Record<string, string>> = {
  T: 'Title',
  U: 'UserName',
  P: 'Password',
  A: 'URL',
  N: 'Notes',
};

/** The text of a field with its placeholders replaced; null if the entry does not have the field. */
export function resolvedField(root: XmlElement, entry: XmlElement, field: string): string | Failed | null {
  const text = fieldIn(entry, field);
  if (typeof text !== 'string' || !text.includes('{')) return text;
  return new Resolution(root).resolved(entry, text, 0);
}

/** The resolution of the references in one value. */
class Resolution {
  readonly #root: XmlElement;
  #left = MOST_PLACEHOLDERS;

  constructor(root: XmlElement) {
    this.#root = root;
  }

  /** A text of this entry. */
  resolved(entry: XmlElement, text: string, level: number): string | Failed {
    let done = '';
    let end = 0;
    for (const found of text.matchAll(PLACEHOLDER)) {
      if (level === MOST_LEVELS) return TOO_DEEP;
      if (this.#left-- === 0) return TOO_MANY;
      const value = this.#valueOf(entry, found, level + 1);
      if (typeof value !== 'string') return value;
      done += text.slice(end, found.index) + value;
      if (done.length > LONGEST) return TOO_LONG;
      end = found.index + found[0].length;
    }
    return done + text.slice(end);
  }

  #valueOf(entry: XmlElement, [, standard, own, wanted, by, text]: RegExpExecArray, level: number): string | Failed {
    if (standard !== undefined) return this.#fieldOf(entry, standardField(standard) ?? standard, level) ?? '';
    if (own !== undefined) return this.#fieldOf(entry, ownField(entry, own), level) ?? NO_FIELD;
    const sought = this.resolved(entry, text ?? '', level);
    if (typeof sought !== 'string') return sought;
    const other = found(this.#root, by?.toUpperCase() ?? '', sought);
    if (other === null) return NO_ENTRY;
    const letter = wanted?.toUpperCase() ?? '';
    return letter === 'I' ? identifierOf(other) : (this.#fieldOf(other, FIELD_OF_LETTER[letter] ?? '', level) ?? '');
  }

  #fieldOf(entry: XmlElement, field: string, level: number): string | Failed | null {
    const text = fieldIn(entry, field);
    return typeof text === 'string' ? this.resolved(entry, text, level) : text;
  }
}

const SEE = 'open the entry in KeePassXC, and correct the reference in this field';
const NO_ENTRY = failed('failed', 'the field refers to an entry that the database does not have', SEE);
const NO_FIELD = failed('failed', 'the field refers to a field that its entry does not have', SEE);
const TOO_DEEP = failed('failed', `the field refers to others over more than ${MOST_LEVELS} levels`, SEE);
const TOO_MANY = failed(
  'failed',
  `the field has more than ${MOST_PLACEHOLDERS} references, counting those of fields it refers to`,
  SEE,
);
const TOO_LONG = failed('failed', 'the field is larger than 1 MiB with what it refers to', SEE);

/** Exactly this name, else in another case. */
function ownField(entry: XmlElement, name: string): string {
  const names = fieldNames(entry);
  return names.includes(name) ? name : (names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name);
}

/** 32 digits, as KeePass writes it in references. */
function identifierOf(entry: XmlElement): string {
  const identifier = elementIn(entry, 'UUID');
  const text = identifier === null ? null : textOf(identifier);
  return Buffer.from(text ?? '', 'base64')
    .toString('hex')
    .toUpperCase();
}

/** The first entry with exactly this text, else, as KeePass searches, with all its words in any case. */
function found(root: XmlElement, by: string, text: string): XmlElement | null {
  const index = indexOf(root, by);
  const exact = index.get(by === 'I' ? text.replaceAll('-', '').toUpperCase() : text);
  if (exact !== undefined || by === 'I') return exact ?? null;
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  for (const [key, entry] of index) if (words.every((word) => key.toLowerCase().includes(word))) return entry;
  return null;
}

const indexes = new WeakMap<XmlElement, Map<string, ReadonlyMap<string, XmlElement>>>();

/** The first entry for each text, in the order of the document: made once, however many references there are. */
function indexOf(root: XmlElement, by: string): ReadonlyMap<string, XmlElement> {
  const known = indexes.get(root) ?? new Map<string, ReadonlyMap<string, XmlElement>>();
  indexes.set(root, known);
  const before = known.get(by);
  if (before !== undefined) return before;
  const index = new Map<string, XmlElement>();
  for (const entry of entriesIn(root)) {
    for (const text of textsOf(entry, by)) if (!index.has(text)) index.set(text, entry);
  }
  known.set(by, index);
  return index;
}

/** What entries are found by: `O` stands for all fields of their own. */
function textsOf(entry: XmlElement, by: string): readonly string[] {
  if (by === 'I') return [identifierOf(entry)];
  const names =
    by === 'O' ? fieldNames(entry).filter((name) => standardField(name) === null) : [FIELD_OF_LETTER[by] ?? ''];
  return names.map((name) => fieldIn(entry, name)).filter((text) => typeof text === 'string');
}
