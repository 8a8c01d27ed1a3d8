/** Bytes as strings of one character per byte (Latin-1): what environments and arguments are made of, UTF-8 or not. */
import { bufferOver, decodeUtf8 } from './utf8.js';

/** Made by the functions below; not readable text. */
export type ByteString = string;

const ASCII = /^[\0-\x7f]*$/;

export function byteStringOf(content: string | Uint8Array): ByteString {
  if (typeof content === 'string' && ASCII.test(content)) return content;
  return (typeof content === 'string' ? Buffer.from(content, 'utf8') : bufferOver(content)).toString('latin1');
}

export function bytesOf(text: ByteString): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Null if the bytes are not UTF-8. */
export function textOf(bytes: ByteString): string | null {
  return ASCII.test(bytes) ? bytes : decodeUtf8(bytesOf(bytes));
}

/** The strings of a block in which each ends with a NUL, as `/proc` and the system's calls have them. */
export function splitAtNul(block: string | Uint8Array): readonly ByteString[] {
  const parts = byteStringOf(block).split('\0');
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

/** The opposite of `splitAtNul`. */
export function joinedWithNul(parts: readonly ByteString[]): Buffer {
  return bytesOf(parts.map((part) => `${part}\0`).join(''));
}
