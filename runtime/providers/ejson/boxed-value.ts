/** One encrypted value of an EJSON document: a NaCl box in base64, with its sender's key and its nonce (providers-cloud 3.13). */
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { sharedSecret } from '../x25519.js';

export interface Boxed {
  readonly version: string;
  readonly sender: Uint8Array;
  readonly nonce: Uint8Array;
  readonly box: Uint8Array;
}

const FORM = /^EJ\[(\d):([A-Za-z0-9+=/]{44}):([A-Za-z0-9+=/]{32}):(.+)\]$/;

/** Null for a text that is not encrypted. */
export function boxedIn(text: string): Boxed | null {
  const [, version = '', ...parts] = FORM.exec(text) ?? [];
  const [sender, nonce, box] = parts.map((part) => Buffer.from(part, 'base64'));
  return sender && nonce && box ? { version, sender, nonce, box } : null;
}

/** Opens the boxes for one private key. All values that were encrypted together have the same sender. */
export class BoxOpener {
  readonly #privateKey: Uint8Array;
  readonly #keys = new Map<string, Uint8Array | null>();

  constructor(privateKey: Uint8Array) {
    this.#privateKey = privateKey;
  }

  /** Null for a box that was changed, or is for another key. */
  open({ sender, nonce, box }: Boxed): Uint8Array | null {
    try {
      const key = this.#keyFor(sender);
      return key && xsalsa20poly1305(key, nonce).decrypt(box);
    } catch {
      return null;
    }
  }

  #keyFor(sender: Uint8Array): Uint8Array | null {
    const name = Buffer.from(sender).toString('base64');
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = keyBetween(this.#privateKey, sender);
    this.#keys.set(name, key);
    return key;
  }
}

/** HSalsa20 of the shared secret. */
function keyBetween(privateKey: Uint8Array, sender: Uint8Array): Uint8Array | null {
  const shared = sharedSecret(privateKey, sender);
  if (shared === null) return null;
  const key = new Uint32Array(KEY_WORDS);
  hsalsa(wordsOf(Buffer.from('expand 32-byte k')), wordsOf(shared), new Uint32Array(BLOCK_WORDS), key);
  return new Uint8Array(key.buffer);
}
const KEY_WORDS = 8;
const BLOCK_WORDS = 4;

function wordsOf(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
