/** The MAC of a PKCS#12 archive: whether its password is the right one (RFC 7292, 4). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { integer, nothing, octetString, octetsIn, oid, oidIn, partsOf, type Structure, sequence } from './der.js';
import { type Digest, derivedKey, FOR, spellingsOf } from './password.js';
import { Refused } from './refused.js';
import type { Rounds } from './rounds.js';

const LENGTHS: Readonly<Record<Digest, number>> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };

/** The spelling of the password that the MAC was made with, or null: another password. */
export async function spellingFor(
  password: string,
  macData: Structure,
  content: Uint8Array,
  rounds: Rounds,
): Promise<Buffer | null> {
  const [digestInfo, salt, count] = partsOf(macData);
  const [algorithm, mac] = partsOf(digestInfo);
  const digest = oidIn(partsOf(algorithm)[0]);
  if (!isDigest(digest)) throw new Refused('the algorithm of its MAC is not supported');
  const spellings = spellingsOf(password);
  const iterations = rounds.take(count, 'MAC', spellings.length);
  const expected = octetsIn(mac);
  const how = { digest, salt: octetsIn(salt), iterations, purpose: FOR.mac, length: LENGTHS[digest] };
  for (const spelling of spellings) {
    const made = createHmac(digest, await derivedKey(spelling, how))
      .update(content)
      .digest();
    if (made.length === expected.length && timingSafeEqual(made, expected)) return spelling;
  }
  return null;
}

export async function macOf(password: string, content: Uint8Array, iterations: number): Promise<Structure> {
  const salt = randomBytes(16);
  const [spelling = Buffer.alloc(0)] = spellingsOf(password);
  const key = await derivedKey(spelling, { digest: 'sha256', salt, iterations, purpose: FOR.mac, length: 32 });
  const mac = createHmac('sha256', key).update(content).digest();
  return sequence(
    sequence(sequence(oid('sha256'), nothing()), octetString(mac)),
    octetString(salt),
    integer(iterations),
  );
}

function isDigest(name: string): name is Digest {
  return Object.hasOwn(LENGTHS, name);
}
