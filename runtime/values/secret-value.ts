/** Values that do not print themselves. */
import { decodeUtf8 } from './utf8.js';

/** `inspect.custom` of node:util, without loading it. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

const REDACTED = '[secret]';

/**
 * A secret's bytes. Prints as `[secret]` everywhere (string, JSON, inspect); only `reveal()` and `revealText()` return them,
 * called only where a value is delivered, stored or turned into another value.
 */
export class SecretValue {
  /** A text represents its UTF-8 bytes: most values come and go as text and never need to be bytes. */
  readonly #content: Uint8Array | string;
  /** False: it was made from a text that has half of a surrogate pair, which no bytes can represent. */
  readonly isWhole: boolean;

  private constructor(content: Uint8Array | string, isWhole = true) {
    this.#content = content;
    this.isWhole = isWhole;
  }

  static fromBytes(bytes: Uint8Array): SecretValue {
    return new SecretValue(bytes);
  }

  static fromText(text: string): SecretValue {
    return text.isWellFormed() ? new SecretValue(text) : new SecretValue(text.toWellFormed(), false);
  }

  reveal(): Uint8Array {
    return typeof this.#content === 'string' ? Buffer.from(this.#content, 'utf8') : this.#content;
  }

  /** Null if the bytes are not UTF-8. A byte order mark is kept. */
  revealText(): string | null {
    return typeof this.#content === 'string' ? this.#content : decodeUtf8(this.#content);
  }

  /** In bytes, or for a text in characters: about what it takes in memory. */
  get length(): number {
    return this.#content.length;
  }

  get isEmpty(): boolean {
    return this.#content.length === 0;
  }

  /** Environment values cannot contain NUL (spec 8). */
  get hasNul(): boolean {
    return typeof this.#content === 'string' ? this.#content.includes('\0') : this.#content.includes(0);
  }

  equals(other: SecretValue): boolean {
    return Buffer.compare(this.reveal(), other.reveal()) === 0;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [INSPECT](): string {
    return REDACTED;
  }
}
