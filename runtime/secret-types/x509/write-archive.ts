/** PKCS#12 archives, written as OpenSSL 3, Java and Windows read them: PBES2 with AES-256, and a MAC with SHA-256 (semantics 9.5). */
import { createHash } from 'node:crypto';
import {
  bmpString,
  derOf,
  explicit,
  implicit,
  integer,
  octetString,
  oid,
  type Structure,
  sequence,
  set,
} from './der.js';
import { encrypted } from './encryption.js';
import { macOf } from './mac.js';

const VERSION = 3;
/** They slow down guesses of the password. An empty one is not guessed, and each `run` would spend 0.2 s on it. */
const iterationsFor = (password: string): number => (password === '' ? 2_048 : 100_000);

export interface Archived {
  /** PKCS#8, in DER. */
  readonly key: Uint8Array;
  /** DER, that of the key first. */
  readonly certificates: readonly Uint8Array[];
  /** What programs call the key. */
  readonly name: string;
  readonly password: string;
}

export async function writeArchive({ key, certificates, name, password }: Archived): Promise<Buffer> {
  const [own = new Uint8Array()] = certificates;
  const iterations = iterationsFor(password);
  // The key and its certificate carry the same attributes: programs find one by the other.
  const attributes = set(
    sequence(oid('friendlyName'), set(bmpString(name))),
    sequence(oid('localKeyId'), set(octetString(createHash('sha1').update(own).digest()))),
  );
  const certificateBags = certificates.map((certificate, index) => {
    const value = sequence(oid('x509Certificate'), explicit(0, octetString(certificate)));
    return bag('certBag', value, index === 0 ? attributes : null);
  });
  const sealedKey = await encrypted(key, password, iterations);
  const keyBag = bag('pkcs8ShroudedKeyBag', sequence(sealedKey.algorithm, octetString(sealedKey.data)), attributes);
  const content = derOf(
    sequence(
      await sealedContent(derOf(sequence(...certificateBags)), password, iterations),
      plainContent(derOf(sequence(keyBag))),
    ),
  );
  return derOf(sequence(integer(VERSION), plainContent(content), await macOf(password, content, iterations)));
}

function bag(kind: string, value: Structure, attributes: Structure | null): Structure {
  return sequence(oid(kind), explicit(0, value), ...(attributes === null ? [] : [attributes]));
}

function plainContent(bytes: Uint8Array): Structure {
  return sequence(oid('data'), explicit(0, octetString(bytes)));
}

async function sealedContent(bytes: Uint8Array, password: string, iterations: number): Promise<Structure> {
  const { algorithm, data } = await encrypted(bytes, password, iterations);
  const content = sequence(integer(0), sequence(oid('data'), algorithm, implicit(0, data)));
  return sequence(oid('encryptedData'), explicit(0, content));
}
