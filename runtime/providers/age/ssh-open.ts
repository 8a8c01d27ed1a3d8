/** Stanzas of files of age for SSH keys, opened (providers-local 10.6). */
import { constants, createHash, hkdfSync, privateDecrypt } from 'node:crypto';
import { openedChaCha } from '../chacha20-poly1305.js';
import { publicHalf, sharedSecret } from '../x25519.js';
import type { FileStanza } from '../../recipients/age-header.js';
import type { SshKey } from './ssh-key.js';

const ED25519 = 'age-encryption.org/v1/ssh-ed25519';
export const OAEP = {
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: 'sha256',
  oaepLabel: Buffer.from('age-encryption.org/v1/ssh-rsa'),
};
export const NO_NONCE = new Uint8Array(12);
const FILE_KEY_BYTES = 16;

/** For a private key. Stanzas for other keys are passed over. */
export function sshUnwrap(ssh: SshKey): (stanzas: readonly FileStanza[]) => Promise<Uint8Array | null> {
  const open = ssh.algorithm === 'ssh-rsa' ? openRsa : openEd25519;
  const name = nameOf(ssh);
  return async (stanzas) => {
    const own = stanzas.filter(({ args }) => args[0] === ssh.algorithm && args[1] === name);
    // The name of a key has four bytes, so that another key may have the same.
    for (const stanza of own) {
      const fileKey = await open(ssh, stanza);
      if (fileKey?.length === FILE_KEY_BYTES) return fileKey;
    }
    return null;
  };
}

function openRsa({ key }: SshKey, { body }: FileStanza): Promise<Uint8Array | null> {
  return orNull(async () => new Uint8Array(privateDecrypt({ key, ...OAEP }, body)));
}

function openEd25519(ssh: SshKey, { args, body }: FileStanza): Promise<Uint8Array | null> {
  return orNull(async () => {
    const share = Buffer.from(args[2] ?? '', 'base64');
    const seed = Buffer.from(ssh.key.export({ format: 'jwk' }).d ?? '', 'base64url');
    const scalar = createHash('sha512').update(seed).digest().subarray(0, 32);
    const wrapKey = wrapKeyOf(ssh, { shared: sharedSecret(scalar, share), share, theirs: publicHalf(scalar) });
    return wrapKey && openedChaCha(wrapKey, NO_NONCE, body);
  });
}

export interface Exchange {
  readonly shared: Buffer | null;
  readonly share: Buffer;
  readonly theirs: Uint8Array;
}
export function wrapKeyOf({ wire }: SshKey, { shared, share, theirs }: Exchange): Uint8Array | null {
  const tweak = derived(Buffer.alloc(0), wire);
  const tweaked = shared && sharedSecret(tweak, shared);
  return tweaked && derived(tweaked, Buffer.concat([share, theirs]));
}

function derived(secret: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, ED25519, 32));
}

export function nameOf({ wire }: SshKey): string {
  return unpadded(createHash('sha256').update(wire).digest().subarray(0, 4));
}

export function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

async function orNull<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch {
    return null;
  }
}
