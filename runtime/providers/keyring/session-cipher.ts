/**
 * Values on their way over the session bus, which others may watch: encrypted with AES-128-CBC, by a key that both sides derive
 * (`dh-ietf1024-sha256-aes128-cbc-pkcs7` of the Secret Service). Computed here: Node takes 30 ms for this group, and Bun
 * does not have it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const ALGORITHM = 'dh-ietf1024-sha256-aes128-cbc-pkcs7';
const CIPHER = 'aes-128-cbc';

/** The second Oakley group, of RFC 2409. */
const PRIME = BigInt(
  `0x${[
    'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd',
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed',
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff',
  ].join('')}`,
);
const GENERATOR = 2n;
const PRIME_BYTES = 128;
const PRIVATE_BYTES = 32;
const BLOCK_BYTES = 16;

export class SessionCipher {
  readonly #key: Uint8Array;

  private constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** `exchange` sends our part of the key and gives the other side's. Null if that is not a part of a key. */
  static async agree(exchange: (ours: Uint8Array) => Promise<Uint8Array>): Promise<SessionCipher | null> {
    for (;;) {
      const secret = toNumber(randomBytes(PRIVATE_BYTES));
      const theirs = toNumber(await exchange(toBytes(power(GENERATOR, secret))));
      if (theirs <= 1n || theirs >= PRIME - 1n) return null;
      const shared = toBytes(power(theirs, secret));
      // Where it begins with zeros, gnome-keyring keeps them and KWallet does not.
      if (shared[0] === 0) continue;
      return new SessionCipher(new Uint8Array(hkdfSync('sha256', shared, '', '', BLOCK_BYTES)));
    }
  }

  encrypt(value: Uint8Array): { readonly start: Uint8Array; readonly encrypted: Uint8Array } {
    const start = randomBytes(BLOCK_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, start);
    return { start, encrypted: Buffer.concat([cipher.update(value), cipher.final()]) };
  }

  /** Null if these bytes were not encrypted with this key. */
  decrypt(start: Uint8Array, encrypted: Uint8Array): Uint8Array | null {
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, start);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]);
    } catch {
      return null;
    }
  }
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % PRIME;
    if (bit === '1') result = (result * base) % PRIME;
  }
  return result;
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
}

function toBytes(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(2 * PRIME_BYTES, '0'), 'hex');
}
