/** The derivation that makes guessing a key slow: as the file says, and for new files at least as slow as KeePassXC's. */
import { randomBytes } from 'node:crypto';
import { type Failed, failed } from '../store-failure.js';
import { aesKdf } from './aes-kdf.js';
import { argon2 } from './argon2.js';
import { Cut, number32, number64 } from './bytes.js';
import { damaged, FIELD, fieldOf, type Header } from './header.js';
import { parseVariantMap, renderVariantMap, type VariantMap } from './variant-map.js';

/** What the file wants, ready to run on a key. Equal texts of `id` mean equal results. */
export interface KeyDerivation {
  readonly kind: 'derivation';
  readonly id: string;
  readonly run: (key: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;
}

const AES = ['c9d9f39a628a4460bf740d08c18a4fea', '7c02bb8279a74ac0927d114a00648238'];
const ARGON2D = 'ef636ddf8c29444b91f7a9a403e30a0c';
const ARGON2ID = '9e298b1956db4773b23dfc3ec6f0a1e6';
const VERSION_13 = 0x13n;

/** Beyond these a header that someone forged would keep a machine busy for long before it turns out to be wrong. */
const MOST_ROUNDS = 2n ** 32n;
const MOST_MEMORY = 2n ** 30n;
const MOST_WORK = 2n ** 38n;
const LESS_WORK = 'choose less in the database security settings of KeePassXC, and save the database';

/** `name`: what messages call the file. */
export function derivationOf(header: Header, name: string): KeyDerivation | Failed {
  try {
    const derivation = header.major === 3 ? aesOf3(header) : derivationIn(parseVariantMap(fieldOf(header, FIELD.kdf)));
    if (typeof derivation === 'string')
      return failed('unsupported', `the key of \`${name}\` takes ${derivation}`, LESS_WORK);
    return derivation ?? failed('unsupported', `\`${name}\` has a key derivation that is not supported`);
  } catch (error) {
    if (error instanceof Cut) return damaged(name);
    throw error;
  }
}

function aesOf3(header: Header): KeyDerivation | string | null {
  const rounds = Buffer.from(fieldOf(header, FIELD.transformRounds));
  return rounds.length === 8 ? aes(fieldOf(header, FIELD.transformSeed), rounds.readBigUInt64LE()) : null;
}

/** What it takes beyond a limit, as text; null: not known. */
function derivationIn(map: VariantMap): KeyDerivation | string | null {
  const bytes = (key: string) => bytesOf(map.get(key));
  const number = (key: string) => numberOf(map.get(key));
  const algorithm = Buffer.from(bytes('$UUID')).toString('hex');
  if (AES.includes(algorithm)) return aes(bytes('S'), number('R'));
  const isArgon2 = algorithm === ARGON2D || algorithm === ARGON2ID;
  if (!isArgon2 || number('V') !== VERSION_13 || bytes('K').length + bytes('A').length > 0) return null;
  const [salt, memory, passes, lanes] = [bytes('S'), number('M'), number('I'), number('P')];
  if (salt.length < 8 || passes < 1n || lanes < 1n || lanes > 255n || memory < 8n * 1024n * lanes) return null;
  if (memory > MOST_MEMORY) return `${inMib(memory)} MiB of memory; the limit is ${inMib(MOST_MEMORY)} MiB`;
  const mostPasses = MOST_WORK / memory;
  if (passes > mostPasses) return `${passes} passes over ${inMib(memory)} MiB; the limit is ${mostPasses}`;
  const type = algorithm === ARGON2D ? 'argon2d' : 'argon2id';
  const sizes = { memoryKib: Number(memory / 1024n), passes: Number(passes), lanes: Number(lanes) };
  return {
    kind: 'derivation',
    id: JSON.stringify([type, Buffer.from(salt).toString('hex'), sizes]),
    run: (message, signal) => argon2({ type, message, salt, ...sizes }, signal),
  };
}

function inMib(bytes: bigint): bigint {
  return bytes / 2n ** 20n;
}

function aes(seed: Uint8Array, rounds: bigint): KeyDerivation | string | null {
  if (seed.length !== 32 || rounds < 1n) return null;
  if (rounds > MOST_ROUNDS) return `${rounds} rounds; the limit is ${MOST_ROUNDS}`;
  const how = { seed, rounds: Number(rounds) };
  return {
    kind: 'derivation',
    id: JSON.stringify(['aes', Buffer.from(seed).toString('hex'), how.rounds]),
    run: (key, signal) => aesKdf(key, how, signal),
  };
}

function bytesOf(value: bigint | Uint8Array | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

function numberOf(value: bigint | Uint8Array | undefined): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

/** Argon2id with what KeePassXC starts from: 64 MiB, 10 passes. */
export function newParameters(): Uint8Array {
  return renderVariantMap([
    ['$UUID', 'bytes', Buffer.from(ARGON2ID, 'hex')],
    ['V', 'number', number32(Number(VERSION_13))],
    ['S', 'bytes', randomBytes(32)],
    ['M', 'number', number64(2n ** 26n)],
    ['I', 'number', number64(10n)],
    ['P', 'number', number32(2)],
  ]);
}
