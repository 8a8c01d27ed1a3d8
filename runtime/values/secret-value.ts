/** Bytes that do not print themselves. */

/** `inspect.custom` of node:util, without loading it. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

const REDACTED = '[secret]';

/**
 * A secret's bytes. Prints as `[secret]` everywhere (string, JSON, inspect); `reveal()` is the one way out and is used
 * only where a value is delivered, stored or turned into another value.
 */
export class SecretValue {
  readonly #bytes: Uint8Array;

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  static fromBytes(bytes: Uint8Array): SecretValue {
    return new SecretValue(bytes);
  }

  static fromText(text: string): SecretValue {
    return new SecretValue(Buffer.from(text, 'utf8'));
  }

  reveal(): Uint8Array {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  equals(other: SecretValue): boolean {
    return Buffer.compare(this.#bytes, other.#bytes) === 0;
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
