/** A JSON document of which values are cut out of its text: order and the spelling of numbers stay (semantics 8.2). */
import { withoutMark } from '../values/utf8.js';
import { type Document, type Extracted, failed, type TakeRoom } from './document.js';
import { type JsonTape, jsonTape } from './json-tape.js';
import { stringText, tokenAt } from './json-tokens.js';
import { lineAndColumn } from './line-and-column.js';

/** How an element is named: no leading zeros. */
const INDEX = /^(?:0|[1-9][0-9]*)$/u;

/** Segments of a pointer (RFC 6901), unescaped; none for the whole document. */
type Pointer = readonly string[];

export type FoundJson =
  /** The value as written, blanks included. */
  | { readonly kind: 'found'; readonly raw: string }
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'invalid'; readonly offset: number };

/** Reads the whole document. Of members of one name the last counts. */
export function jsonDocument(text: string, takeRoom: TakeRoom): JsonDocument {
  return new JsonDocument(withoutMark(text), takeRoom);
}

/**
 * The text is read once. The members of an object, and the elements of an array, are looked up when a pointer first
 * enters it, so that a selection costs as much as its way is long.
 */
class JsonDocument implements Document {
  readonly #text: string;
  readonly #tape: JsonTape;
  /** The members of the objects that were entered, by name, and the elements of the arrays. */
  readonly #members = new Map<number, ReadonlyMap<string, number>>();
  readonly #elements = new Map<number, Int32Array>();
  /** What was selected before: secrets that select the same share one text. */
  readonly #selected = new Map<number, Extracted>();
  readonly #takeRoom: TakeRoom;
  /** Why nothing can be selected. */
  readonly #fault: Extracted | null;

  constructor(text: string, takeRoom: TakeRoom) {
    this.#text = text;
    this.#tape = jsonTape(text);
    this.#takeRoom = takeRoom;
    const { invalidAt } = this.#tape;
    this.#fault = invalidAt === null ? null : failed(`it is not valid JSON (${lineAndColumn(text, invalidAt)})`);
  }

  select(pointer: Pointer): Extracted {
    if (this.#fault !== null) return this.#fault;
    const value = this.#valueAt(pointer);
    if (value === null) return failed('it has no value at that pointer');
    const selected = this.#selected.get(value) ?? this.#render(value);
    this.#selected.set(value, selected);
    return selected;
  }

  #render(value: number): Extracted {
    const raw = this.#rawOf(value);
    return this.#takeRoom(raw.length)
      ? { kind: 'selected', text: renderJsonValue(raw) }
      : failed('the overlapping values selected from it are too large');
  }

  find(pointer: Pointer): FoundJson {
    const { invalidAt } = this.#tape;
    if (invalidAt !== null) return { kind: 'invalid', offset: invalidAt };
    const value = this.#valueAt(pointer);
    return value === null ? { kind: 'unmatched' } : { kind: 'found', raw: this.#rawOf(value) };
  }

  /** The number of the value on the tape. */
  #valueAt(pointer: Pointer): number | null {
    let value = 0;
    for (const segment of pointer) {
      const next = this.#childOf(value, segment);
      if (next === undefined) return null;
      value = next;
    }
    return value;
  }

  #childOf(value: number, segment: string): number | undefined {
    switch (this.#text[this.#tape.starts[value] ?? 0]) {
      case '{':
        return remembered(this.#members, value, () => this.#membersOf(value)).get(segment);
      case '[':
        return INDEX.test(segment)
          ? remembered(this.#elements, value, () => this.#elementsOf(value))[Number(segment)]
          : undefined;
      default:
        return undefined;
    }
  }

  #membersOf(object: number): ReadonlyMap<string, number> {
    const members = new Map<string, number>();
    for (const child of this.#childrenOf(object)) members.set(this.#nameOf(child), child);
    return members;
  }

  /** Counted first: a list that grows takes several times the memory. */
  #elementsOf(array: number): Int32Array {
    let count = 0;
    for (const _ of this.#childrenOf(array)) count++;
    const elements = new Int32Array(count);
    let index = 0;
    for (const child of this.#childrenOf(array)) elements[index++] = child;
    return elements;
  }

  *#childrenOf(value: number): Generator<number> {
    const { after } = this.#tape;
    const end = after[value] ?? 0;
    for (let child = value + 1; child < end; child = after[child] ?? end) yield child;
  }

  #nameOf(member: number): string {
    const start = this.#tape.keys[member] ?? 0;
    return stringText(this.#text.slice(start, tokenAt(this.#text, start).end));
  }

  #rawOf(value: number): string {
    return this.#text.slice(this.#tape.starts[value], this.#tape.ends[value]);
  }
}

/** How people get to see a value written in JSON: strings without quotes and escapes, all else without blanks. */
export function renderJsonValue(raw: string): string {
  if (raw.startsWith('"')) return stringText(raw);
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  for (let token = tokenAt(raw, 0); token.kind !== 'end' && token.kind !== 'invalid'; token = tokenAt(raw, token.end)) {
    if (token.start > end) {
      pieces.push(raw.slice(start, end));
      start = token.start;
    }
    end = token.end;
  }
  return pieces.join('') + raw.slice(start, end);
}

function remembered<Value>(known: Map<number, Value>, value: number, make: () => Value): Value {
  const made = known.get(value) ?? make();
  known.set(value, made);
  return made;
}
