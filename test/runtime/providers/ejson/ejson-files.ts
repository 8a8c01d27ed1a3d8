/** Documents of EJSON as tests lay them out. */
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { publicHalf, sharedSecret } from '#runtime/providers/x25519.js';

/** A key pair of the reference, and one of the values that were encrypted for it. */
export const PRIVATE_KEY = '01'.repeat(32);
export const PUBLIC_KEY = 'a4e09292b651c278b9772c569f5fa9bb13d906b46ab68c9df9dc2b4409f8a209';
export const KNOWN_VALUE =
  'EJ[1:zo060cy2M+x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk=:AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMD:AxsWbcdoqUr16pb9wqMHiNIZTDtbd0ndU29UEw==]';

const SENDER = Buffer.alloc(32, 2);
const NONCE = Buffer.alloc(24, 3);

/** What `ejson encrypt` writes in place of a value. */
export function boxed(value: string | Uint8Array): string {
  const shared = sharedSecret(SENDER, Buffer.from(PUBLIC_KEY, 'hex')) ?? Buffer.alloc(0);
  const [sigma, words] = [Buffer.from('expand 32-byte k'), shared].map(
    (bytes) => new Uint32Array(new Uint8Array(bytes).buffer),
  );
  const key = new Uint32Array(8);
  hsalsa(sigma ?? key, words ?? key, new Uint32Array(4), key);
  const box = xsalsa20poly1305(new Uint8Array(key.buffer), NONCE).encrypt(Buffer.from(value));
  const parts = [publicHalf(SENDER), NONCE, box].map((bytes) => Buffer.from(bytes).toString('base64'));
  return `EJ[1:${parts.join(':')}]`;
}
