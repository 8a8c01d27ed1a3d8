/** The encryption of the whole content. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { chacha20 } from '@noble/ciphers/chacha.js';

export interface Cipher {
  readonly ivLength: number;
  encrypt(plain: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array;
  /** Throws if the padding is wrong. */
  decrypt(sealed: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array;
}

const AES: Cipher = {
  ivLength: 16,
  encrypt: (plain, key, iv) => {
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([cipher.update(plain), cipher.final()]);
  },
  decrypt: (sealed, key, iv) => {
    const cipher = createDecipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([cipher.update(sealed), cipher.final()]);
  },
};

/** Bun has none in `node:crypto`. */
const CHACHA20: Cipher = {
  ivLength: 12,
  encrypt: (plain, key, iv) => chacha20(key, iv, plain),
  decrypt: (sealed, key, iv) => chacha20(key, iv, sealed),
};

const CIPHERS = new Map([
  ['31c1f2e6bf714350be5805216afc5aff', AES],
  ['d6038a2b8b6f4cb5a524339a31dbb59a', CHACHA20],
]);
const NAMES = new Map([['ad68f29f576f4bb9a36ad47af965346c', 'Twofish']]);
export const AES_ID = Buffer.from('31c1f2e6bf714350be5805216afc5aff', 'hex');

/** The cipher with this identifier, or the name of one that is not supported. */
export function cipherOf(id: Uint8Array): Cipher | string {
  const hex = Buffer.from(id).toString('hex');
  return CIPHERS.get(hex) ?? NAMES.get(hex) ?? 'an unknown cipher';
}
