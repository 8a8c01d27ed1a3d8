/** Stanzas of files of age for SSH keys, written (providers-local 10.6). */
import { createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Recipient, Stanza } from 'age-encryption';
import { publicHalf, sharedSecret } from '../x25519.js';
import type { SshKey } from './ssh-key.js';
import { NO_NONCE, nameOf, OAEP, unpadded, wrapKeyOf } from './ssh-open.js';

export function sshRecipient(ssh: SshKey): Recipient {
  return {
    wrapFileKey: (fileKey) => [ssh.algorithm === 'ssh-rsa' ? rsaStanza(ssh, fileKey) : ed25519Stanza(ssh, fileKey)],
  };
}

function rsaStanza(ssh: SshKey, fileKey: Uint8Array): Stanza {
  return new Stanza(['ssh-rsa', nameOf(ssh)], publicEncrypt({ key: ssh.key, ...OAEP }, fileKey));
}

function ed25519Stanza(ssh: SshKey, fileKey: Uint8Array): Stanza {
  const ephemeral = randomBytes(32);
  const theirs = montgomery(ssh);
  const share = publicHalf(ephemeral);
  const wrapKey = wrapKeyOf(ssh, { shared: sharedSecret(ephemeral, theirs), share, theirs });
  if (wrapKey === null) throw new Error('a weak key');
  return new Stanza(
    ['ssh-ed25519', nameOf(ssh), unpadded(share)],
    chacha20poly1305(wrapKey, NO_NONCE).encrypt(fileKey),
  );
}

/** The public key as a point of the curve of X25519. */
function montgomery({ key }: SshKey): Uint8Array {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return ed25519.utils.toMontgomery(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
}
