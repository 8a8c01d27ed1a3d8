/** PKCS#12 archives, written as OpenSSL 3, Java and Windows read them: PBES2 with AES-256, and a MAC with SHA-256 (semantics 9.5). */
import { createHash } from 'node:crypto';
import {
  CERTIFICATE_BAG,
  DATA,
  ENCRYPTED_DATA,
  ENCRYPTED_KEY_BAG,
  FRIENDLY_NAME,
  LOCAL_KEY_ID,
  X509_CERTIFICATE,
} from './archive-names.js';
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
const ITERATIONS = 100_000;

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
  // The key and its certificate carry the same attributes: programs find one by the other.
  const attributes = set(
    sequence(oid(FRIENDLY_NAME), set(bmpString(name))),
    sequence(oid(LOCAL_KEY_ID), set(octetString(createHash('sha1').update(own).digest()))),
  );
  const certificateBags = certificates.map((certificate, index) => {
    const value = sequence(oid(X509_CERTIFICATE), explicit(0, octetString(certificate)));
    return bag(CERTIFICATE_BAG, value, index === 0 ? attributes : null);
  });
  const sealedKey = await encrypted(key, password, ITERATIONS);
  const keyBag = bag(ENCRYPTED_KEY_BAG, sequence(sealedKey.algorithm, octetString(sealedKey.data)), attributes);
  const content = derOf(
    sequence(await sealedContent(derOf(sequence(...certificateBags)), password), plainContent(derOf(sequence(keyBag)))),
  );
  return derOf(sequence(integer(VERSION), plainContent(content), await macOf(password, content, ITERATIONS)));
}

function bag(kind: string, value: Structure, attributes: Structure | null): Structure {
  return sequence(oid(kind), explicit(0, value), ...(attributes === null ? [] : [attributes]));
}

function plainContent(bytes: Uint8Array): Structure {
  return sequence(oid(DATA), explicit(0, octetString(bytes)));
}

async function sealedContent(bytes: Uint8Array, password: string): Promise<Structure> {
  const { algorithm, data } = await encrypted(bytes, password, ITERATIONS);
  const content = sequence(integer(0), sequence(oid(DATA), algorithm, implicit(0, data)));
  return sequence(oid(ENCRYPTED_DATA), explicit(0, content));
}
