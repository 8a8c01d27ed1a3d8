/** One value of a JSON document, cut out of its text: order and the spelling of numbers stay (semantics 8.2). */
import type { Extracted } from './extracted.js';
import { stringText, tokenAt } from './json-tokens.js';
import { type JsonEvent, walkJson } from './json-walk.js';
import { lineAndColumn } from './line-and-column.js';

/** Segments of a pointer (RFC 6901), unescaped; none for the whole document. */
type Pointer = readonly string[];

export type FoundJson =
  /** The value as written, blanks included. */
  | { readonly kind: 'found'; readonly raw: string }
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'invalid'; readonly offset: number };

export function extractJson(document: string, pointer: Pointer): Extracted {
  const found = findJson(document, pointer);
  switch (found.kind) {
    case 'found':
      return { kind: 'selected', text: renderJsonValue(found.raw) };
    case 'unmatched':
      return { kind: 'failed', reason: 'it has nothing at that pointer' };
    case 'invalid':
      return { kind: 'failed', reason: `it is not valid JSON (${lineAndColumn(document, found.offset)})` };
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

/** The value at a pointer. The whole document is checked; of members of one name the last counts. */
export function findJson(document: string, pointer: Pointer): FoundJson {
  const search = new Search(document, pointer);
  for (const event of walkJson(document)) {
    if (event.kind === 'invalid') return { kind: 'invalid', offset: event.start };
    search.see(event);
  }
  return search.result();
}

/**
 * Follows the pointer while the document goes by. The outermost open containers may be on the way: each was reached by
 * the next segment of the pointer. As many levels deep as the pointer has segments lies the value.
 */
class Search {
  readonly #document: string;
  readonly #pointer: Pointer;
  /** The open containers on the way, each with the index of its next element or the name of its member. */
  readonly #way: { readonly isArray: boolean; index: number; name: string | null }[] = [];
  #depth = 0;
  /** Where the value starts that has not ended yet. */
  #start: number | null = null;
  #found: string | null = null;

  constructor(document: string, pointer: Pointer) {
    this.#document = document;
    this.#pointer = pointer;
  }

  see(event: Exclude<JsonEvent, { kind: 'invalid' }>): void {
    switch (event.kind) {
      case 'key':
        this.#name(event.start, event.end);
        return;
      case 'scalar':
        if (this.#isOnTheWay() && this.#isDeepEnough()) this.#found = this.#document.slice(event.start, event.end);
        return;
      case 'open':
        this.#open(event.isArray, event.start);
        return;
      case 'close':
        this.#close(event.end);
        return;
    }
  }

  result(): FoundJson {
    return this.#found === null ? { kind: 'unmatched' } : { kind: 'found', raw: this.#found };
  }

  #name(start: number, end: number): void {
    const container = this.#way.at(-1);
    if (container === undefined || this.#way.length !== this.#depth) return;
    container.name = stringText(this.#document.slice(start, end));
  }

  /** Asked once for each value. What an earlier member of the same name held no longer counts. */
  #isOnTheWay(): boolean {
    if (this.#way.length !== this.#depth) return false;
    const container = this.#way.at(-1);
    if (container !== undefined) {
      const step = container.isArray ? String(container.index++) : container.name;
      if (step !== this.#pointer[this.#depth - 1]) return false;
    }
    this.#found = null;
    return true;
  }

  #isDeepEnough(): boolean {
    return this.#depth === this.#pointer.length;
  }

  #open(isArray: boolean, start: number): void {
    if (this.#isOnTheWay()) {
      if (this.#isDeepEnough()) this.#start = start;
      else this.#way.push({ isArray, index: 0, name: null });
    }
    this.#depth++;
  }

  #close(end: number): void {
    this.#depth--;
    if (this.#way.length > this.#depth) this.#way.pop();
    if (this.#start === null || !this.#isDeepEnough()) return;
    this.#found = this.#document.slice(this.#start, end);
    this.#start = null;
  }
}
