/** The blocks of the content, each with a hash: keyed in KDBX 4, so that nothing can be changed without the key. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ByteReader, number32, number64 } from './bytes.js';

/** In which order the keys of blocks are numbered; the header has the last number. */
const HEADER = 2n ** 64n - 1n;
const BLOCK_LENGTH = 2 ** 20;

/** The code of the header. */
export function headerCode(header: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', blockKey(HEADER, key)).update(header).digest();
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Null if a code is wrong, or bytes follow the last block. Throws `Cut`. */
export function joinKeyedBlocks(body: Uint8Array, key: Uint8Array): Uint8Array | null {
  const reader = new ByteReader(body);
  const blocks: Uint8Array[] = [];
  for (let index = 0n; ; index++) {
    const code = reader.take(32);
    const data = reader.take(reader.number(4));
    if (!isSame(code, blockCode(index, data, key))) return null;
    if (data.length === 0) return reader.isAtEnd ? Buffer.concat(blocks) : null;
    blocks.push(data);
  }
}

export function splitIntoKeyedBlocks(content: Uint8Array, key: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let index = 0; ; index++) {
    const data = content.subarray(index * BLOCK_LENGTH, (index + 1) * BLOCK_LENGTH);
    parts.push(blockCode(BigInt(index), data, key), number32(data.length), data);
    if (data.length === 0) return Buffer.concat(parts);
  }
}

/** The blocks of KDBX 3, whose hashes have no key. Null if one is wrong. Throws `Cut`. */
export function joinHashedBlocks(body: Uint8Array): Uint8Array | null {
  const reader = new ByteReader(body);
  const blocks: Uint8Array[] = [];
  for (let index = 0; ; index++) {
    if (reader.number(4) !== index) return null;
    const hash = reader.take(32);
    const data = reader.take(reader.number(4));
    if (data.length === 0) return Buffer.concat(blocks);
    if (!isSame(hash, createHash('sha256').update(data).digest())) return null;
    blocks.push(data);
  }
}

function blockCode(index: bigint, data: Uint8Array, key: Uint8Array): Buffer {
  const code = createHmac('sha256', blockKey(index, key));
  return code.update(number64(index)).update(number32(data.length)).update(data).digest();
}

function blockKey(index: bigint, key: Uint8Array): Buffer {
  return createHash('sha512').update(number64(index)).update(key).digest();
}
