/** Files of age as tests lay them out. */
import { armor, Encrypter, identityToRecipient } from 'age-encryption';

/** Armored, for this identity. */
export async function sealedText(identity: string, text: string): Promise<string> {
  return armor.encode(await sealedFor([await identityToRecipient(identity)], text));
}

/** Binary. */
export async function sealedFor(recipients: readonly string[], text: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(text);
}
