/** PKCS#12 archives, read: their keys and certificates in the order in which they are stored (RFC 7292). */
import { derOf, insideOf, octetsIn, oidIn, parse, partsOf, type Structure } from './der.js';
import { decrypted, type Password } from './encryption.js';
import { spellingFor } from './mac.js';
import { spellingsOf } from './password.js';
import { Refused, WrongPassword } from './refused.js';
import { Rounds } from './rounds.js';

export interface Contents {
  /** PKCS#8, in DER. */
  readonly keys: readonly Buffer[];
  /** DER. */
  readonly certificates: readonly Buffer[];
}

/** The contents, or why there are none. A password of null is an empty one. */
export async function readArchive(bytes: Uint8Array, password: string | null): Promise<Contents | string> {
  try {
    return await contentsOf(bytes, password ?? '');
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    if (!(error instanceof WrongPassword)) return notAnArchive(bytes);
    const tried = password === null ? 'an empty password' : 'the configured password';
    return `the pkcs12 archive cannot be opened with ${tried}`;
  }
}

function notAnArchive(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString('latin1');
  const isPem = start.includes('-----BEGIN ');
  return isPem
    ? 'it is PEM, not a pkcs12 archive; convert it with `openssl pkcs12 -export`'
    : 'it is not a pkcs12 archive';
}

async function contentsOf(bytes: Uint8Array, text: string): Promise<Contents> {
  const [, safe, mac] = partsOf(parse(bytes));
  const [kind, content] = partsOf(safe);
  if (oidIn(kind) !== 'data') throw new Refused('it is protected by a signature instead of a password');
  const protectedContent = octetsIn(insideOf(content));
  const rounds = new Rounds();
  const spelling = mac === undefined ? spellingsOf(text)[0] : await spellingFor(text, mac, protectedContent, rounds);
  if (spelling === undefined || spelling === null) throw new WrongPassword();
  return inSafes(partsOf(parse(protectedContent)), { text, spelling, rounds });
}

async function inSafes(safes: readonly Structure[], password: Password): Promise<Contents> {
  const all: Contents[] = [];
  for (const safe of safes) {
    const [kind, content] = partsOf(safe);
    const bags = await bagsIn(oidIn(kind), insideOf(content), password);
    for (const bag of partsOf(parse(bags))) all.push(await inBag(bag, password));
  }
  return joined(all);
}

async function bagsIn(kind: string, content: Structure, password: Password): Promise<Buffer> {
  if (kind === 'data') return octetsIn(content);
  if (kind !== 'encryptedData') throw new Refused('a part of it is encrypted for a certificate instead of a password');
  const [, encryptedContent] = partsOf(content);
  const [, algorithm, data] = partsOf(encryptedContent);
  return decrypted(algorithm, octetsIn(data), password);
}

/** Lists of revoked certificates and other secrets are left out. */
async function inBag(bag: Structure, password: Password): Promise<Contents> {
  const [kind, tagged] = partsOf(bag);
  const value = insideOf(tagged);
  switch (oidIn(kind)) {
    case 'keyBag':
      return { keys: [derOf(value)], certificates: [] };
    case 'pkcs8ShroudedKeyBag': {
      const [algorithm, data] = partsOf(value);
      return { keys: [await decrypted(algorithm, octetsIn(data), password)], certificates: [] };
    }
    case 'certBag': {
      const [form, certificate] = partsOf(value);
      const isX509 = oidIn(form) === 'x509Certificate';
      return { keys: [], certificates: isX509 ? [octetsIn(insideOf(certificate))] : [] };
    }
    case 'safeContentsBag': {
      const inside: Contents[] = [];
      for (const one of partsOf(value)) inside.push(await inBag(one, password));
      return joined(inside);
    }
    default:
      return { keys: [], certificates: [] };
  }
}

function joined(all: readonly Contents[]): Contents {
  return { keys: all.flatMap(({ keys }) => keys), certificates: all.flatMap(({ certificates }) => certificates) };
}
