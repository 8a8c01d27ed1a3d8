/** Decrypting and encrypting files of age. */
import { armor, Decrypter, Encrypter, type Identity, type Stanza } from 'age-encryption';
import { type Failed, failed } from '../store-failure.js';
import type { OwnKey } from './own-keys.js';

export interface Sealed {
  /** Without armor. */
  readonly bytes: Uint8Array;
  readonly isArmored: boolean;
}
interface Unsealed {
  readonly sealed: Sealed;
  readonly plain: Uint8Array;
}

/** `name`: what messages call the file. Keys that do not match are told apart from a file that is damaged. */
export async function unseal(file: Uint8Array, keys: readonly OwnKey[], name: string): Promise<Unsealed | Failed> {
  const unmatched = new Witness();
  try {
    const isArmored = ARMOR.test(Buffer.from(file.subarray(0, LONGEST_START)).toString('latin1'));
    const bytes = isArmored ? armor.decode(Buffer.from(file).toString('latin1')) : file;
    const decrypter = new Decrypter();
    for (const { identity } of keys) decrypter.addIdentity(identity);
    // Tried last, so only if none of the keys matches.
    decrypter.addIdentity(unmatched);
    return { sealed: { bytes, isArmored }, plain: await decrypter.decrypt(bytes) };
  } catch {
    if (unmatched.kinds.includes('scrypt'))
      return failed('unsupported', `\`${name}\` is protected by a passphrase`, KEYS);
    if (unmatched.kinds.length > 0) return failed('denied', `\`${name}\` is not encrypted for the configured identity`);
    return failed('malformed', `\`${name}\` is damaged, cut off, or not a file of age`);
  }
}

const ARMOR = /^\s*-----BEGIN AGE/u;
const LONGEST_START = 1_000;
const KEYS = 'encrypt it for a recipient instead: `age --encrypt --recipient age1…`';

/** Those that the file is encrypted for, if all of them are ours; else null. */
export async function ownRecipients({ bytes }: Sealed, keys: readonly OwnKey[]): Promise<readonly string[] | null> {
  const matching: string[] = [];
  const witness = new Witness();
  for (const { identity, recipient } of keys) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(witness);
    decrypter.addIdentity(identity);
    const isMatching = await decrypter.decryptHeader(bytes).then(
      () => true,
      () => false,
    );
    if (isMatching) matching.push(recipient);
  }
  // Stanzas that no one can open keep readers from relying on the known kinds; they are not recipients.
  return matching.length === witness.kinds.filter((kind) => !kind.endsWith('-grease')).length ? matching : null;
}

/** Decrypts nothing; it records for which kinds of recipients a file is encrypted. */
class Witness implements Identity {
  kinds: readonly string[] = [];

  unwrapFileKey(stanzas: readonly Stanza[]): null {
    this.kinds = stanzas.map(({ args }) => args[0] ?? '');
    return null;
  }
}

export async function seal(
  plain: Uint8Array,
  recipients: readonly string[],
  isArmored: boolean,
): Promise<Uint8Array | Failed> {
  // A file for both kinds would be only as strong as the weaker one, so age encrypts for one at a time.
  if (new Set(recipients.map(isPostQuantum)).size > 1) {
    return failed('unsupported', 'post-quantum recipients cannot be mixed with others', 'use one kind for all');
  }
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const bytes = await encrypter.encrypt(plain);
  return isArmored ? Buffer.from(armor.encode(bytes), 'latin1') : bytes;
}

function isPostQuantum(recipient: string): boolean {
  return /^age1(?:pq|tagpq)1/u.test(recipient);
}
