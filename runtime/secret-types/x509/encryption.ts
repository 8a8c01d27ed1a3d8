/** Encryption with a password: PBES2 (RFC 8018), and the triple DES that older programs write (RFC 7292, appendix C). */
import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import {
  integer,
  isInteger,
  nothing,
  octetString,
  octetsIn,
  oid,
  oidIn,
  partsOf,
  type Structure,
  sequence,
} from './der.js';
import { type Digest, derivedKey, FOR } from './password.js';
import { Refused, WrongPassword } from './refused.js';
import type { Rounds } from './rounds.js';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const HMAC_SHA1 = '1.2.840.113549.2.7';
const HMAC_SHA256 = '1.2.840.113549.2.9';
const AES_256_CBC = '2.16.840.1.101.3.4.1.42';
const PKCS12_TRIPLE_DES = '1.2.840.113549.1.12.1.3';
/** 128 and 40 bits. */
const PKCS12_RC2 = ['1.2.840.113549.1.12.1.5', '1.2.840.113549.1.12.1.6'];

const CIPHERS: Readonly<Record<string, readonly [cipher: string, keyLength: number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  [AES_256_CBC]: ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
};
const DIGESTS: Readonly<Record<string, Digest>> = {
  [HMAC_SHA1]: 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  [HMAC_SHA256]: 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

/** A password as both derivations take it. */
export interface Password {
  readonly text: string;
  /** As the MAC of the archive was made with it. */
  readonly spelling: Uint8Array;
  readonly rounds: Rounds;
}

interface Opening {
  readonly cipher: string;
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

const derive = promisify(pbkdf2);

export async function decrypted(
  algorithm: Structure | undefined,
  data: Uint8Array,
  password: Password,
): Promise<Buffer> {
  const { cipher, key, iv } = await openingOf(algorithm, password);
  try {
    const decipher = createDecipheriv(cipher, key, iv);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    throw new WrongPassword();
  }
}

/** With AES-256-CBC and a new key. */
export async function encrypted(
  data: Uint8Array,
  password: string,
  iterations: number,
): Promise<{ readonly algorithm: Structure; readonly data: Buffer }> {
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', await derive(password, salt, iterations, 32, 'sha256'), iv);
  const derivation = sequence(octetString(salt), integer(iterations), sequence(oid(HMAC_SHA256), nothing()));
  const algorithm = sequence(
    oid(PBES2),
    sequence(sequence(oid(PBKDF2), derivation), sequence(oid(AES_256_CBC), octetString(iv))),
  );
  return { algorithm, data: Buffer.concat([cipher.update(data), cipher.final()]) };
}

async function openingOf(algorithm: Structure | undefined, password: Password): Promise<Opening> {
  const [name, parameters] = partsOf(algorithm);
  const scheme = oidIn(name);
  if (scheme === PBES2) return modern(parameters, password);
  if (scheme === PKCS12_TRIPLE_DES) return tripleDes(parameters, password);
  if (PKCS12_RC2.includes(scheme)) throw new Refused('it is encrypted with RC2; export it again with AES-256');
  throw unsupported();
}

async function modern(parameters: Structure | undefined, { text, rounds }: Password): Promise<Opening> {
  const [derivation, encryption] = partsOf(parameters);
  const [cipherName, iv] = partsOf(encryption);
  const [derivationName, how] = partsOf(derivation);
  const known = CIPHERS[oidIn(cipherName)];
  if (known === undefined || oidIn(derivationName) !== PBKDF2) throw unsupported();
  const [salt, count, ...more] = partsOf(how);
  const prf = more.find((one) => !isInteger(one));
  const digest = DIGESTS[prf === undefined ? HMAC_SHA1 : oidIn(partsOf(prf)[0])];
  if (digest === undefined) throw unsupported();
  const [cipher, keyLength] = known;
  const key = await derive(text, octetsIn(salt), rounds.take(count, 'encryption'), keyLength, digest);
  return { cipher, key, iv: octetsIn(iv) };
}

async function tripleDes(parameters: Structure | undefined, { spelling, rounds }: Password): Promise<Opening> {
  const [salt, count] = partsOf(parameters);
  // Two pieces of the key, and one of the initial vector.
  const iterations = rounds.take(count, 'encryption', 3);
  const how = { digest: 'sha1', salt: octetsIn(salt), iterations } as const;
  return {
    cipher: 'des-ede3-cbc',
    key: await derivedKey(spelling, { ...how, purpose: FOR.encryption, length: 24 }),
    iv: await derivedKey(spelling, { ...how, purpose: FOR.iv, length: 8 }),
  };
}

function unsupported(): Refused {
  return new Refused('its encryption is not supported; export it again with AES-256');
}
