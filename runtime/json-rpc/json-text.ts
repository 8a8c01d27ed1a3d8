/**
 * The JSON of one line, read strictly (semantics 15.6): `JSON.parse` keeps the last of two members of one name, and accepts halves
 * of characters and any depth. What is not JSON is told from JSON that breaks a rule: the answers differ.
 */
import { Nesting } from '../decode/nesting.js';
import { quicklyRead } from './quick-json.js';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** Without a prototype if it was read. */
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

export type JsonRead =
  | {
      readonly kind: 'value';
      readonly value: JsonValue;
      /** Numbers written with fraction or exponent, as `id` or `_meta.parent_request_id`: `1.0` is not an id. */
      readonly written: ReadonlySet<string>;
    }
  | { readonly kind: 'not JSON' }
  | { readonly kind: 'breaks a rule' };

/** Containers in each other; the outermost is the first. */
export const DEEPEST = 64;

export function readJson(text: string): JsonRead {
  const value = quicklyRead(text, DEEPEST);
  return value === undefined ? new Reader(text).read() : { kind: 'value', value, written: NONE_WRITTEN };
}

const NONE_WRITTEN: ReadonlySet<string> = new Set();

class NotJson extends Error {}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class Reader {
  readonly #text: string;
  readonly #written = new Set<string>();
  #at = 0;
  /** It may still turn out not to be JSON at all. */
  #breaksRule = false;
  /** As it is written. */
  #lastNumber = '';

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonRead {
    try {
      const value = this.#value(1, '');
      this.#blanks();
      if (this.#at < this.#text.length) return { kind: 'not JSON' };
      return this.#breaksRule ? { kind: 'breaks a rule' } : { kind: 'value', value, written: this.#written };
    } catch (error) {
      if (error instanceof NotJson) return { kind: 'not JSON' };
      throw error;
    }
  }

  /** `path`: of the value, with a dot at its end; only used near the surface. */
  #value(depth: number, path: string): JsonValue {
    this.#blanks();
    const character = this.#text.charAt(this.#at);
    if (character !== '{' && character !== '[') return this.#scalar(character);
    if (depth > DEEPEST) {
      this.#breaksRule = true;
      this.#skim();
      return null;
    }
    this.#at++;
    return character === '{' ? this.#object(depth, path) : this.#array(depth);
  }

  #object(depth: number, path: string): JsonObject {
    const object: Record<string, JsonValue> = Object.create(null);
    if (this.#ends('}')) return object;
    do {
      const name = this.#name();
      if (name in object) this.#breaksRule = true;
      const value = this.#value(depth + 1, depth === 1 ? `${name}.` : '');
      if (typeof value === 'number' && depth <= 2 && /[.eE]/.test(this.#lastNumber)) this.#written.add(path + name);
      object[name] = value;
    } while (this.#goesOn('}'));
    return object;
  }

  #array(depth: number): readonly JsonValue[] {
    const array: JsonValue[] = [];
    if (this.#ends(']')) return array;
    do array.push(this.#value(depth + 1, ''));
    while (this.#goesOn(']'));
    return array;
  }

  #name(): string {
    this.#blanks();
    if (this.#text.charAt(this.#at) !== '"') throw new NotJson();
    const name = this.#string();
    this.#blanks();
    if (this.#text.charAt(this.#at++) !== ':') throw new NotJson();
    return name;
  }

  #scalar(character: string): JsonValue {
    if (character === '"') return this.#string();
    const start = this.#at;
    if (this.#pass(NUMBER) > 0) {
      this.#lastNumber = this.#text.slice(start, this.#at);
      return Number(this.#lastNumber);
    }
    const word = WORDS.find(([text]) => this.#text.startsWith(text, this.#at));
    if (word === undefined) throw new NotJson();
    this.#at += word[0].length;
    return word[1];
  }

  #string(): string {
    const start = this.#at++;
    let hasCode = false;
    let isPlain = true;
    for (;;) {
      this.#pass(PLAIN);
      if (this.#text.charAt(this.#at) === '"') break;
      const length = this.#pass(ESCAPE);
      if (length === 0) throw new NotJson();
      isPlain = false;
      hasCode ||= length > 2;
    }
    this.#at++;
    if (isPlain) return this.#text.slice(start + 1, this.#at - 1);
    const string = JSON.parse(this.#text.slice(start, this.#at)) as string;
    if (hasCode && !string.isWellFormed()) this.#breaksRule = true;
    return string;
  }

  /** Passes a value that is too deep, however deep it is: keeps nothing of it. */
  #skim(): void {
    const nesting = new Nesting();
    do {
      this.#blanks();
      const character = this.#text.charAt(this.#at);
      const isOpening = character === '{' || character === '[';
      if (isOpening) {
        this.#at++;
        nesting.enter(character === '[');
      } else this.#scalar(character);
      if (isOpening && !this.#ends(character === '{' ? '}' : ']')) {
        if (character === '{') this.#name();
        continue;
      }
      if (isOpening) nesting.leave();
      this.#closeSkimmed(nesting);
    } while (nesting.isArray !== null);
  }

  /** After a value: what it ends, up to the next value. */
  #closeSkimmed(nesting: Nesting): void {
    for (let { isArray } = nesting; isArray !== null; isArray = nesting.isArray) {
      if (this.#goesOn(isArray ? ']' : '}')) {
        if (!isArray) this.#name();
        return;
      }
      nesting.leave();
    }
  }

  /** Whether the container that was just opened is empty. */
  #ends(bracket: string): boolean {
    this.#blanks();
    const isEnd = this.#text.charAt(this.#at) === bracket;
    if (isEnd) this.#at++;
    return isEnd;
  }

  /** Whether another value follows in the container. */
  #goesOn(bracket: string): boolean {
    this.#blanks();
    const character = this.#text.charAt(this.#at++);
    if (character !== ',' && character !== bracket) throw new NotJson();
    return character === ',';
  }

  #blanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return;
      this.#at++;
    }
  }

  /** How many characters it matches here, which are passed. */
  #pass(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return 0;
    const length = pattern.lastIndex - this.#at;
    this.#at += length;
    return length;
  }
}
