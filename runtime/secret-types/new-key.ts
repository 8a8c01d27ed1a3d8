/** New keys. They are made outside the main thread: a large RSA key takes seconds, in which signals are answered. */
import { generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';

const PUBLIC_EXPONENT = 65_537;

export function newRsaKey(bits: number): Promise<KeyObject> {
  return made((done) => generateKeyPair('rsa', { modulusLength: bits, publicExponent: PUBLIC_EXPONENT }, done));
}

export function newEd25519Key(): Promise<KeyObject> {
  return made((done) => generateKeyPair('ed25519', {}, done));
}

export function newP256Key(): Promise<KeyObject> {
  return made((done) => generateKeyPair('ec', { namedCurve: 'P-256' }, done));
}

/** The numbers of a private key, by their names in JSON Web Keys (RFC 7518), in unpadded base64url. */
export function numbersOf(key: KeyObject): JsonWebKey {
  return key.export({ format: 'jwk' });
}

type Done = (error: Error | null, publicKey: KeyObject, privateKey: KeyObject) => void;

function made(generate: (done: Done) => void): Promise<KeyObject> {
  return new Promise((resolve, reject) => {
    generate((error, _, privateKey) => (error === null ? resolve(privateKey) : reject(error)));
  });
}
