/** Passwords of PKCS#12 archives, and how keys are derived from them (RFC 7292, appendix B). */
import { hash } from 'node:crypto';

/** Digests of archives; the first is the one that archives of ours use. */
export type Digest = 'sha256' | 'sha1' | 'sha224' | 'sha384' | 'sha512';

/** What a derived key is for. */
export const FOR = { encryption: 1, iv: 2, mac: 3 } as const;

export interface PasswordDerivation {
  readonly digest: Digest;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly purpose: (typeof FOR)[keyof typeof FOR];
  readonly length: number;
}

/** How programs spell a password before they derive keys of it; an empty one in two ways. */
export function spellingsOf(password: string): readonly Buffer[] {
  const terminated = bigEndian(`${password}\0`);
  return password === '' ? [terminated, Buffer.alloc(0)] : [terminated];
}

/** Rounds between two turns of the event loop: some ten milliseconds. */
const ROUNDS_IN_A_TURN = 10_000;

/**
 * The derivation of PKCS#12 itself, which its MAC and its older ciphers use. An archive may ask for seconds of it, and no library has it as
 * work for another thread: a signal is heard in between.
 */
export async function derivedKey(password: Uint8Array, derivation: PasswordDerivation): Promise<Buffer> {
  const { digest, salt, iterations, purpose, length } = derivation;
  const block = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([repeated(salt, block), repeated(password, block)]);
  const pieces: Buffer[] = [];
  for (let made = 0; made < length; made += pieces.at(-1)?.length ?? length) {
    let piece = hash(digest, Buffer.concat([diversifier, input]), 'buffer');
    for (let round = 1; round < iterations; round++) {
      piece = hash(digest, piece, 'buffer');
      if (round % ROUNDS_IN_A_TURN === 0) await turn();
    }
    pieces.push(piece);
    addToBlocks(input, Buffer.alloc(block, piece));
  }
  return Buffer.concat(pieces).subarray(0, length);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Copies of the bytes, to a multiple of the length of a block. */
function repeated(bytes: Uint8Array, block: number): Buffer {
  return bytes.length === 0 ? Buffer.alloc(0) : Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes);
}

/** Adds the number, and one, to each block. */
function addToBlocks(blocks: Buffer, number: Buffer): void {
  for (let end = blocks.length; end > 0; end -= number.length) {
    let carry = 1;
    for (let index = 1; index <= number.length; index++) {
      carry += blocks.readUInt8(end - index) + number.readUInt8(number.length - index);
      blocks.writeUInt8(carry & 0xff, end - index);
      carry >>= 8;
    }
  }
}

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}
