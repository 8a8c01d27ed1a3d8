/** As much of Node's `Buffer` as the warm path uses. */
import { host, LATIN1, LENIENT } from './host.js';

type Spelling = 'utf8' | 'latin1' | 'hex';

/** Without its `from`, which `Buffer` has in another form. */
interface Base {
  new (length: number): Uint8Array<ArrayBuffer>;
  new (buffer: ArrayBuffer, offset?: number, length?: number): Uint8Array<ArrayBuffer>;
}

export class Bytes extends (Uint8Array as Base) {
  static from(content: string | ArrayBuffer | ArrayLike<number>, second?: Spelling | number, length?: number): Bytes {
    if (typeof content === 'string') return new Bytes(host.encode(content, second === 'latin1'));
    if (content instanceof ArrayBuffer) return new Bytes(content, second as number | undefined, length);
    const bytes = new Bytes(content.length);
    bytes.set(content);
    return bytes;
  }

  static alloc(size: number): Bytes {
    return new Bytes(size);
  }

  static allocUnsafe(size: number): Bytes {
    return new Bytes(size);
  }

  static allocUnsafeSlow(size: number): Bytes {
    return new Bytes(size);
  }

  static isBuffer(value: unknown): value is Bytes {
    return value instanceof Bytes;
  }

  static byteLength(text: string): number {
    return host.encode(text, false).byteLength;
  }

  static compare(one: Uint8Array, other: Uint8Array): number {
    return compared(one, other);
  }

  static concat(parts: readonly Uint8Array[]): Bytes {
    const all = new Bytes(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  override toString(encoding: Spelling = 'utf8', start = 0, end = this.length): string {
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const last = Math.min(end, this.length);
    return host.decode(this, Math.min(start, last), last, encoding === 'latin1' ? LATIN1 : LENIENT) ?? '';
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && compared(this, other) === 0;
  }

  compare(other: Uint8Array, otherStart = 0, otherEnd = other.length, start = 0, end = this.length): number {
    return compared(this.subarray(start, end), other.subarray(otherStart, otherEnd));
  }

  readUInt16LE(at: number): number {
    return viewOf(this).getUint16(at, true);
  }

  readUInt32LE(at: number): number {
    return viewOf(this).getUint32(at, true);
  }

  readBigUInt64LE(at: number): bigint {
    return viewOf(this).getBigUint64(at, true);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function compared(one: Uint8Array, other: Uint8Array): number {
  return host.compare(one, other);
}
