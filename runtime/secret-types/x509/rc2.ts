/** RC2 in CBC mode (RFC 2268), which OpenSSL 1 and older versions of Java and Windows encrypt certificates with. */
import rc2 from 'node-forge/lib/rc2.js';
import util from 'node-forge/lib/util.js';
import { WrongPassword } from './refused.js';

export function rc2Decrypted(data: Uint8Array, key: Uint8Array, iv: Uint8Array): Buffer {
  const decipher = rc2.createDecryptionCipher(latin1(key), key.length * 8);
  decipher.start(latin1(iv));
  decipher.update(util.createBuffer(latin1(data)));
  if (!decipher.finish()) throw new WrongPassword();
  return Buffer.from(decipher.output.getBytes(), 'latin1');
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
