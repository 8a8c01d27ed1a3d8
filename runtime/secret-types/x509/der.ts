/** ASN.1 as the X.509 family needs it: structures to DER, and BER to structures. The encoding is that of node-forge. */
import asn1 from 'node-forge/lib/asn1.js';
import oids from 'node-forge/lib/oids.js';

export interface Structure {
  readonly tagClass: number;
  readonly type: number;
  readonly constructed: boolean;
  /** Bytes as latin1, or the parts of a constructed one. */
  readonly value: string | readonly Structure[];
}

/** A structure that is not what the standards say. Its text is never shown. */
class Malformed extends Error {}

const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
const { Type } = asn1;
/** In bytes: what Node reads into a number. */
const LARGEST_INTEGER = 6;

const primitive = (type: number, value: string): Structure => asn1.create(UNIVERSAL, type, false, value);
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export const sequence = (...parts: Structure[]): Structure => asn1.create(UNIVERSAL, Type.SEQUENCE, true, parts);
export const set = (...parts: Structure[]): Structure => asn1.create(UNIVERSAL, Type.SET, true, parts);
export const integer = (value: number): Structure => primitive(Type.INTEGER, asn1.integerToDer(value).getBytes());
export const yes = (): Structure => primitive(Type.BOOLEAN, '\xff');
export const nothing = (): Structure => primitive(Type.NULL, '');
export const octetString = (bytes: Uint8Array): Structure => primitive(Type.OCTETSTRING, latin1(bytes));
export const utf8String = (text: string): Structure => primitive(Type.UTF8, latin1(Buffer.from(text)));
export const bmpString = (text: string): Structure => primitive(Type.BMPSTRING, text);
export const bitString = (bytes: Uint8Array, unusedBits = 0): Structure =>
  primitive(Type.BITSTRING, latin1(Buffer.from([unusedBits, ...bytes])));

/** A number that does not fit into one of JavaScript: two's complement, most significant byte first. */
export const largeInteger = (bytes: Uint8Array): Structure => primitive(Type.INTEGER, latin1(bytes));

export const explicit = (tag: number, value: Structure): Structure => asn1.create(CONTEXT_SPECIFIC, tag, true, [value]);
export const implicit = (tag: number, bytes: Uint8Array): Structure =>
  asn1.create(CONTEXT_SPECIFIC, tag, false, latin1(bytes));

/** By the name that node-forge has for it, or as numbers where it has none. */
export function oid(name: string): Structure {
  return primitive(Type.OID, asn1.oidToDer(oids[name] ?? name).getBytes());
}

/** As certificates spell times: with two digits of the year until 2049 (RFC 5280, 4.1.2.5). */
export function time(date: Date): Structure {
  return date.getUTCFullYear() < 2050
    ? primitive(Type.UTCTIME, asn1.dateToUtcTime(date))
    : primitive(Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date));
}

export function derOf(structure: Structure): Buffer {
  return Buffer.from(asn1.toDer(structure).getBytes(), 'latin1');
}

/** What the bytes spell, all of them. */
export function parse(bytes: Uint8Array): Structure {
  return asn1.fromDer(latin1(bytes), { decodeBitStrings: false });
}

export function partsOf(structure: Structure | undefined): readonly Structure[] {
  if (structure === undefined || typeof structure.value === 'string') throw new Malformed();
  return structure.value;
}

/** What is inside an explicit tag. */
export function insideOf(structure: Structure | undefined): Structure {
  const [inside] = partsOf(structure);
  if (inside === undefined || structure?.tagClass !== CONTEXT_SPECIFIC) throw new Malformed();
  return inside;
}

/** The name that node-forge has for an identifier, or its numbers. */
export function oidIn(structure: Structure | undefined): string {
  const id = asn1.derToOid(bytesOf(structure, Type.OID));
  return oids[id] ?? id;
}

export function integerIn(structure: Structure | undefined): number {
  const bytes = Buffer.from(bytesOf(structure, Type.INTEGER), 'latin1');
  if (bytes.length < 1 || bytes.length > LARGEST_INTEGER) throw new Malformed();
  return bytes.readIntBE(0, bytes.length);
}

export function isInteger(structure: Structure): boolean {
  return structure.tagClass === UNIVERSAL && structure.type === Type.INTEGER;
}

/** The bytes of an octet string, also of one in pieces, or with another tag. */
export function octetsIn(structure: Structure | undefined): Buffer {
  if (structure?.tagClass === UNIVERSAL && structure.type !== Type.OCTETSTRING) throw new Malformed();
  if (typeof structure?.value === 'string') return Buffer.from(structure.value, 'latin1');
  return Buffer.concat(partsOf(structure).map(octetsIn));
}

/** The bytes of a bit string, without the count of its unused bits. */
export function bitsIn(structure: Structure | undefined): Buffer {
  return Buffer.from(bytesOf(structure, Type.BITSTRING).slice(1), 'latin1');
}

function bytesOf(structure: Structure | undefined, type: number): string {
  if (structure?.tagClass !== UNIVERSAL || structure.type !== type || typeof structure.value !== 'string')
    throw new Malformed();
  return structure.value;
}
