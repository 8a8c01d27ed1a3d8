/** A JSON document of which values are cut out of its text: order and the spelling of numbers stay (semantics 8.2). */
import { type Document, type Extracted, failed, type TakeRoom } from './document.js';
import { type JsonTape, jsonTape, NO_KEY } from './json-tape.js';
import { stringText, tokenAt } from './json-tokens.js';
import { lineAndColumn } from './line-and-column.js';

/** Segments of a pointer (RFC 6901), unescaped; none for the whole document. */
type Pointer = readonly string[];

export type FoundJson =
  /** The value as written, blanks included. */
  | { readonly kind: 'found'; readonly raw: string }
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'invalid'; readonly offset: number };

/** Reads the whole document. Of members of one name the last counts. */
export function jsonDocument(text: string, takeRoom: TakeRoom): JsonDocument {
  return new JsonDocument(text, takeRoom);
}

/**
 * The text is read once. The members of an object, and the elements of an array, are looked up when a pointer first
 * enters it, so that a selection costs as much as its way is long.
 */
class JsonDocument implements Document {
  readonly #text: string;
  readonly #tape: JsonTape;
  /** What the containers that were entered hold, by the name of a member or the index of an element. */
  readonly #inside = new Map<number, ReadonlyMap<string, number>>();
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
      const next = this.#insideOf(value).get(segment);
      if (next === undefined) return null;
      value = next;
    }
    return value;
  }

  #insideOf(value: number): ReadonlyMap<string, number> {
    const known = this.#inside.get(value);
    if (known !== undefined) return known;
    const inside = new Map<string, number>();
    const { keys, after } = this.#tape;
    const end = after[value] ?? 0;
    let index = 0;
    for (let child = value + 1; child < end; child = after[child] ?? end) {
      const key = keys[child] ?? NO_KEY;
      inside.set(key === NO_KEY ? String(index++) : this.#keyAt(key), child);
    }
    this.#inside.set(value, inside);
    return inside;
  }

  #keyAt(start: number): string {
    return stringText(this.#text.slice(start, tokenAt(this.#text, start).end));
  }

  #rawOf(value: number): string {
    return this.#text.slice(this.#tape.starts[value], this.#tape.ends[value]);
  }
}

/** How people get to see a value written in JSON: strings without quotes and escapes, all else without blanks. */
export function renderJsonValue(raw: string): string {
  if (raw.startsWith('"')) return stringText(raw);
  const tokens: string[] = [];
  for (let token = tokenAt(raw, 0); token.kind !== 'end' && token.kind !== 'invalid'; token = tokenAt(raw, token.end)) {
    tokens.push(raw.slice(token.start, token.end));
  }
  return tokens.join('');
}
