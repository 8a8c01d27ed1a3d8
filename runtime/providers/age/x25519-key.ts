/** Keys of age itself: `AGE-SECRET-KEY-1…`, and the stanzas for them (providers-local 10.6). */
import { hkdfSync } from 'node:crypto';
import { bech32 } from '@scure/base';
import { openedChaCha } from '../chacha20-poly1305.js';
import { publicHalf, sharedSecret } from '../x25519.js';
import { type FileStanza, unpaddedBytes } from '../../recipients/age-header.js';
import type { OwnKey } from './own-keys.js';

const LABEL = 'age-encryption.org/v1/X25519';
const KEY_BYTES = 32;
const FILE_KEY_BYTES = 16;
const NO_NONCE = new Uint8Array(12);

/** Throws if the text is not such a key. */
export function x25519Key(identity: string): OwnKey {
  const { prefix, bytes } = bech32.decodeToBytes(identity);
  if (prefix !== 'age-secret-key-' || bytes.length !== KEY_BYTES || !/^AGE-SECRET-KEY-1/.test(identity)) {
    throw new Error('not an identity');
  }
  const own = publicHalf(bytes);
  return { identity, recipient: bech32.encodeFromBytes('age', own), unwrap: (stanzas) => unwrap(bytes, own, stanzas) };
}

async function unwrap(scalar: Uint8Array, own: Buffer, stanzas: readonly FileStanza[]): Promise<Uint8Array | null> {
  for (const { args, body } of stanzas) {
    const share = args.length === 2 && args[0] === 'X25519' ? unpaddedBytes(args[1] ?? '') : null;
    const shared = share?.length === KEY_BYTES ? sharedSecret(scalar, share) : null;
    if (share === null || shared === null) continue;
    const key = new Uint8Array(hkdfSync('sha256', shared, Buffer.concat([share, own]), LABEL, KEY_BYTES));
    const fileKey = await openedChaCha(key, NO_NONCE, body);
    if (fileKey?.length === FILE_KEY_BYTES) return fileKey;
  }
  return null;
}
