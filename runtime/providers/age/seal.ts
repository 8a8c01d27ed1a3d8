/** Encrypting files of age, and what only its library can decrypt. */
import { armor, Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';
import { type Failed, failed } from '../store-failure.js';
import { isArmor } from '../../recipients/age-armor.js';
import type { OwnKey } from './own-keys.js';
import { addRecipient, isOfPlugin, isPostQuantum } from './recipient.js';
import { RECORD, sealedRecord } from './record.js';
import type { Sealed, Unsealed } from './unseal.js';

/** `name`: what messages call the file. Keys that do not match are told apart from a file that is damaged. */
export async function unsealByLibrary(
  file: Uint8Array,
  keys: readonly OwnKey[],
  name: string,
): Promise<Unsealed | Failed> {
  const unmatched = new Witness();
  let sealed: Sealed | null = null;
  try {
    const isArmored = isArmor(file);
    sealed = { bytes: isArmored ? armor.decode(Buffer.from(file).toString('latin1')) : file, isArmored };
    const decrypter = new Decrypter();
    for (const { identity } of keys) decrypter.addIdentity(identity);
    // Tried last, so only if none of the keys matches.
    decrypter.addIdentity(unmatched);
    return { sealed, plain: await decrypter.decrypt(sealed.bytes) };
  } catch {
    if (unmatched.kinds.includes('scrypt'))
      return failed('unsupported', `\`${name}\` is protected by a passphrase`, KEYS);
    if (sealed !== null && unmatched.kinds.length > 0) return { sealed, plain: null };
    return failed('malformed', `\`${name}\` is damaged, cut off, or not a file of age`);
  }
}

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
  const recipients = witness.kinds.filter((kind) => !kind.endsWith('-grease'));
  return matching.length > 0 && matching.length === recipients.length ? matching : null;
}

/** Null if none of the keys matches. */
export async function fileKeyByLibrary(bytes: Uint8Array, keys: readonly OwnKey[]): Promise<Uint8Array | null> {
  const decrypter = new Decrypter();
  for (const { identity } of keys) decrypter.addIdentity(identity);
  return decrypter.decryptHeader(bytes).catch(() => null);
}

/** Decrypts nothing; it records for which kinds of recipients a file is encrypted. */
class Witness implements Identity {
  kinds: readonly string[] = [];

  unwrapFileKey(stanzas: readonly Stanza[]): null {
    this.kinds = stanzas.map(({ args }) => args[0] ?? '');
    return null;
  }
}

/** Whether only the program can encrypt for them. */
export function needsPlugin(recipients: readonly string[]): boolean {
  return recipients.some(isOfPlugin);
}

/** Why a file cannot be for all of them: it would be only as strong as the weaker kind, so age encrypts for one at a time. */
export function mixture(recipients: readonly string[]): Failed | null {
  if (new Set(recipients.map(isPostQuantum)).size <= 1) return null;
  return failed('unsupported', 'post-quantum recipients cannot be mixed with others', 'use one kind for all');
}

export interface Sealing {
  readonly isArmored: boolean;
  /** Whether the recipients come from a list, which the file then records. */
  readonly isListed: boolean;
}

export async function seal(
  plain: Uint8Array,
  recipients: readonly string[],
  { isArmored, isListed }: Sealing,
): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) addRecipient(encrypter, recipient);
  const record: Recipient = { wrapFileKey: (key) => [new Stanza([RECORD], sealedRecord(recipients, key))] };
  if (isListed) encrypter.addRecipient(record);
  const bytes = await encrypter.encrypt(plain);
  return isArmored ? Buffer.from(armor.encode(bytes), 'latin1') : bytes;
}
