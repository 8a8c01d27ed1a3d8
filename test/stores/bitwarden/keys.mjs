/** Keys and texts as Bitwarden encrypts them (bitwarden.com/help/bitwarden-security-white-paper): the server stores what it is sent. */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  pbkdf2Sync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

/** With fewer, the program wants to change them. */
export const ITERATIONS = 600_000;

/** An account with a new key of its own. Sizes in bytes: a key is 32 for AES and 32 for HMAC. */
export function accountOf(email, password) {
  const master = pbkdf2Sync(password, email, ITERATIONS, 32, 'sha256');
  const stretched = Buffer.concat([expanded(master, 'enc'), expanded(master, 'mac')]);
  const key = randomBytes(64);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    email,
    key,
    /** What the client sends in place of the password. */
    hash: pbkdf2Sync(master, password, 1, 32, 'sha256').toString('base64'),
    wrappedKey: encrypted(key, stretched),
    wrappedPrivateKey: encrypted(pair.privateKey.export({ type: 'pkcs8', format: 'der' }), key),
    publicKey: createPublicKey(pair.privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    /** For members of an organization. */
    share: (bytes) =>
      `4.${publicEncrypt({ key: pair.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, bytes).toString('base64')}`,
  };
}

/** `2.IV|TEXT|CODE`: AES-256-CBC, then HMAC-SHA256 over IV and text. */
export function encrypted(content, key) {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key.subarray(0, 32), iv);
  const text = Buffer.concat([cipher.update(content), cipher.final()]);
  const code = createHmac('sha256', key.subarray(32)).update(iv).update(text).digest();
  return `2.${[iv, text, code].map((part) => part.toString('base64')).join('|')}`;
}

export function decrypted(sealed, key) {
  const [iv, text, code] = sealed
    .slice(2)
    .split('|')
    .map((part) => Buffer.from(part, 'base64'));
  const expected = createHmac('sha256', key.subarray(32)).update(iv).update(text).digest();
  if (!expected.equals(code)) throw new Error('encrypted with another key');
  const decipher = createDecipheriv('aes-256-cbc', key.subarray(0, 32), iv);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

/** The first block of HKDF-Expand. */
function expanded(key, info) {
  return createHmac('sha256', key).update(info).update(Buffer.of(1)).digest();
}
