/**
 * The list that a file was encrypted for, sealed in its header for those who can decrypt it: the header itself does not show who they
 * are. A program that encrypts the file again writes a header without it, so that it never outlives what it says.
 */
import { hkdfSync } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { NO_NONCE } from './ssh-open.js';

/** Its stanza: no implementation of age tries to open one whose name ends so. */
export const RECORD = 'recipients-grease';
const LABEL = 'tool/age/recipients';

export function sealedRecord(list: readonly string[], fileKey: Uint8Array): Uint8Array {
  return chacha20poly1305(keyOf(fileKey), NO_NONCE).encrypt(Buffer.from(list.join('\n'), 'utf8'));
}

/** Null if it is not a record. */
export function openedRecord(sealed: Uint8Array, fileKey: Uint8Array): readonly string[] | null {
  try {
    return Buffer.from(chacha20poly1305(keyOf(fileKey), NO_NONCE).decrypt(sealed))
      .toString('utf8')
      .split('\n');
  } catch {
    return null;
  }
}

function keyOf(fileKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', fileKey, new Uint8Array(0), LABEL, 32));
}
