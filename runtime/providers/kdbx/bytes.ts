/** Reading binary formats: numbers and fields with a length, never past the end. */

export class Cut extends Error {}

/** Throws `Cut` if the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get offset(): number {
    return this.#offset;
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#offset) throw new Cut();
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset);
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#offset);
  }

  /** Little-endian, unsigned. */
  number(length: 1 | 2 | 4): number {
    return Buffer.from(this.take(length)).readUIntLE(0, length);
  }
}

export function number32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function number64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
