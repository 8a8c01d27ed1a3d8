/** A self-signed certificate for a new key (semantics 9.5, RFC 5280). node-forge signs with RSA only: it encodes the structures. */
import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { addressBytes } from './address-bytes.js';
import {
  bitString,
  bitsIn,
  derOf,
  explicit,
  implicit,
  integer,
  largeInteger,
  octetString,
  oid,
  parse,
  partsOf,
  type Structure,
  sequence,
  set,
  time,
  utf8String,
  yes,
} from './der.js';

export interface CertificateRequest {
  /** `dns:name` or `ip:address`. */
  readonly alternativeNames: readonly string[];
  readonly usages: readonly Usage[];
  readonly days: number;
}
export type Usage = keyof typeof USAGES;

export interface Certified {
  readonly der: Buffer;
  /** The common name of its subject. */
  readonly name: string;
}

/** ecdsa-with-SHA256 */
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
export const USAGES = { server_auth: 'serverAuth', client_auth: 'clientAuth' } as const;

const VERSION_3 = 2;
const DIGITAL_SIGNATURE = Buffer.from([0x80]);
/** Clocks of other machines may be slow. */
const BACKDATED_MS = 300_000;
const DAY_MS = 86_400_000;
const LONGEST_COMMON_NAME = 64;
const UNNAMED = 'X.509 identity';

export function selfSigned(key: KeyObject, request: CertificateRequest, now: Date): Certified {
  const name = commonName(request.alternativeNames);
  const algorithm = sequence(oid(ECDSA_SHA256));
  const subject = sequence(set(sequence(oid('commonName'), utf8String(name))));
  const publicKey = parse(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  const toBeSigned = sequence(
    explicit(0, integer(VERSION_3)),
    largeInteger(serialNumber()),
    algorithm,
    subject,
    validity(request.days, now),
    subject,
    publicKey,
    explicit(3, sequence(...extensions(request, publicKey))),
  );
  const signature = sign('sha256', derOf(toBeSigned), key);
  return { der: derOf(sequence(toBeSigned, algorithm, bitString(signature))), name };
}

function commonName(alternativeNames: readonly string[]): string {
  const names = alternativeNames.filter((one) => one.startsWith('dns:')).map((one) => one.slice(4));
  return names.find((one) => one.length <= LONGEST_COMMON_NAME) ?? UNNAMED;
}

/** 128 bits, positive: the second highest bit keeps the length, the highest would be a sign. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes;
}

function validity(days: number, now: Date): Structure {
  const wholeSeconds = Math.floor(now.getTime() / 1000) * 1000;
  return sequence(time(new Date(wholeSeconds - BACKDATED_MS)), time(new Date(wholeSeconds + days * DAY_MS)));
}

function extensions({ alternativeNames, usages }: CertificateRequest, publicKey: Structure): readonly Structure[] {
  const bits = partsOf(publicKey)[1];
  return [
    critical('basicConstraints', sequence()),
    critical('keyUsage', bitString(DIGITAL_SIGNATURE, 7)),
    extension('extKeyUsage', sequence(...usages.map((usage) => oid(USAGES[usage])))),
    extension('subjectAltName', sequence(...alternativeNames.map(alternativeName))),
    extension('subjectKeyIdentifier', octetString(keyIdentifier(bits))),
  ];
}

/** The first method of RFC 5280, 4.2.1.2. */
function keyIdentifier(publicKey: Structure | undefined): Buffer {
  return createHash('sha1').update(bitsIn(publicKey)).digest();
}

function alternativeName(written: string): Structure {
  const [kind, value] = [written.slice(0, written.indexOf(':')), written.slice(written.indexOf(':') + 1)];
  return kind === 'dns' ? implicit(2, Buffer.from(value, 'ascii')) : implicit(7, addressBytes(value));
}

function extension(name: string, value: Structure): Structure {
  return sequence(oid(name), octetString(derOf(value)));
}

function critical(name: string, value: Structure): Structure {
  return sequence(oid(name), yes(), octetString(derOf(value)));
}
