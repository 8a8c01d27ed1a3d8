/**
 * Encryption with a password: PBES2 (RFC 8018), and the ciphers of older programs (RFC 7292, appendix C). Keys are derived and archives are
 * read by this file and not by node-forge, which derives in JavaScript (PBKDF2 35 times slower), however many rounds an archive asks for,
 * from ASCII only, and which does not read archives with bags that it does not know.
 */
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
import { rc2Decrypted } from './rc2.js';
import { Refused, WrongPassword } from './refused.js';
import type { Rounds } from './rounds.js';

const CIPHERS: Readonly<Record<string, readonly [cipher: string, keyLength: number]>> = {
  'aes128-CBC': ['aes-128-cbc', 16],
  'aes192-CBC': ['aes-192-cbc', 24],
  'aes256-CBC': ['aes-256-cbc', 32],
  'des-EDE3-CBC': ['des-ede3-cbc', 24],
};
const OLDER_CIPHERS: typeof CIPHERS = {
  'pbeWithSHAAnd3-KeyTripleDES-CBC': ['des-ede3-cbc', 24],
  'pbeWithSHAAnd128BitRC2-CBC': ['rc2', 16],
  'pbewithSHAAnd40BitRC2-CBC': ['rc2', 5],
};
const DIGESTS: Readonly<Record<string, Digest>> = {
  hmacWithSHA1: 'sha1',
  hmacWithSHA224: 'sha224',
  hmacWithSHA256: 'sha256',
  hmacWithSHA384: 'sha384',
  hmacWithSHA512: 'sha512',
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
  if (cipher === 'rc2') return rc2Decrypted(data, key, iv);
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
  const derivation = sequence(octetString(salt), integer(iterations), sequence(oid('hmacWithSHA256'), nothing()));
  const algorithm = sequence(
    oid('pkcs5PBES2'),
    sequence(sequence(oid('pkcs5PBKDF2'), derivation), sequence(oid('aes256-CBC'), octetString(iv))),
  );
  return { algorithm, data: Buffer.concat([cipher.update(data), cipher.final()]) };
}

async function openingOf(algorithm: Structure | undefined, password: Password): Promise<Opening> {
  const [name, parameters] = partsOf(algorithm);
  const scheme = oidIn(name);
  if (scheme === 'pkcs5PBES2') return modern(parameters, password);
  const older = OLDER_CIPHERS[scheme];
  if (older === undefined) throw unsupported();
  return olderOpening(older, parameters, password);
}

async function modern(parameters: Structure | undefined, { text, rounds }: Password): Promise<Opening> {
  const [derivation, encryption] = partsOf(parameters);
  const [cipherName, iv] = partsOf(encryption);
  const [derivationName, how] = partsOf(derivation);
  const known = CIPHERS[oidIn(cipherName)];
  if (known === undefined || oidIn(derivationName) !== 'pkcs5PBKDF2') throw unsupported();
  const [salt, count, ...more] = partsOf(how);
  const prf = more.find((one) => !isInteger(one));
  const digest = DIGESTS[prf === undefined ? 'hmacWithSHA1' : oidIn(partsOf(prf)[0])];
  if (digest === undefined) throw unsupported();
  const [cipher, keyLength] = known;
  const key = await derive(text, octetsIn(salt), rounds.take(count, 'encryption'), keyLength, digest);
  return { cipher, key, iv: octetsIn(iv) };
}

async function olderOpening(
  [cipher, length]: readonly [string, number],
  parameters: Structure | undefined,
  { spelling, rounds }: Password,
): Promise<Opening> {
  const [salt, count] = partsOf(parameters);
  // Each digest of the key, and one of the initial vector.
  const iterations = rounds.take(count, 'encryption', Math.ceil(length / SHA1_LENGTH) + 1);
  const how = { digest: 'sha1', salt: octetsIn(salt), iterations } as const;
  return {
    cipher,
    key: await derivedKey(spelling, { ...how, purpose: FOR.encryption, length }),
    iv: await derivedKey(spelling, { ...how, purpose: FOR.iv, length: 8 }),
  };
}

const SHA1_LENGTH = 20;

function unsupported(): Refused {
  return new Refused('its encryption is not supported; export it again with AES-256');
}
