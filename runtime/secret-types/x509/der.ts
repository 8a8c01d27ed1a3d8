/** ASN.1 as the X.509 family needs it: structures to DER, and BER to structures. */
import * as asn1 from 'asn1js';

export type Structure = asn1.BaseBlock;

/** A structure that is not what the standards say. Its text is never shown. */
export class Malformed extends Error {}

export const sequence = (...value: Structure[]): Structure => new asn1.Sequence({ value });
export const set = (...value: Structure[]): Structure => new asn1.Set({ value });
export const oid = (value: string): Structure => new asn1.ObjectIdentifier({ value });
export const integer = (value: number): Structure => new asn1.Integer({ value });
export const yes = (): Structure => new asn1.Boolean({ value: true });
export const nothing = (): Structure => new asn1.Null();
export const octetString = (bytes: Uint8Array): Structure => new asn1.OctetString({ valueHex: bytes });
export const utf8String = (value: string): Structure => new asn1.Utf8String({ value });
export const bmpString = (value: string): Structure => new asn1.BmpString({ value });
export const bitString = (bytes: Uint8Array, unusedBits = 0): Structure =>
  new asn1.BitString({ valueHex: bytes, unusedBits });

/** A positive number that does not fit into one of JavaScript. */
export const largeInteger = (bytes: Uint8Array): Structure => asn1.Integer.fromBigInt(BigInt(`0x${hexOf(bytes)}`));

export const explicit = (tagNumber: number, value: Structure): Structure =>
  new asn1.Constructed({ idBlock: { tagClass: CONTEXT, tagNumber }, value: [value] });
export const implicit = (tagNumber: number, bytes: Uint8Array): Structure =>
  new asn1.Primitive({ idBlock: { tagClass: CONTEXT, tagNumber }, valueHex: bytes });

/** As certificates spell times: with two digits of the year until 2049 (RFC 5280, 4.1.2.5). */
export function time(date: Date): Structure {
  const parameters = { valueDate: date };
  return date.getUTCFullYear() < 2050 ? new asn1.UTCTime(parameters) : new asn1.GeneralizedTime(parameters);
}

export function derOf(structure: Structure): Buffer {
  return Buffer.from(structure.toBER());
}

/** What the bytes spell, all of them. */
export function parse(bytes: Uint8Array): Structure {
  const { offset, result } = asn1.fromBER(bytes, { parseEmbedded: false });
  if (offset !== bytes.length || result.error !== '') throw new Malformed();
  return result;
}

export function partsOf(structure: Structure | undefined): readonly Structure[] {
  if (structure instanceof asn1.Constructed) return structure.valueBlock.value;
  throw new Malformed();
}

/** What is inside an explicit tag. */
export function insideOf(structure: Structure | undefined): Structure {
  const [inside] = partsOf(structure);
  if (inside === undefined || structure?.idBlock.tagClass !== CONTEXT) throw new Malformed();
  return inside;
}

export function oidIn(structure: Structure | undefined): string {
  if (structure instanceof asn1.ObjectIdentifier) return structure.getValue();
  throw new Malformed();
}

export function integerIn(structure: Structure | undefined): number {
  if (!isInteger(structure)) throw new Malformed();
  const value = Number(structure.toBigInt());
  if (!Number.isSafeInteger(value)) throw new Malformed();
  return value;
}

export function isInteger(structure: Structure | undefined): structure is asn1.Integer {
  return structure instanceof asn1.Integer;
}

/** Of an octet string, also one in pieces, or with a tag instead of its own. */
export function octetsIn(structure: Structure | undefined): Buffer {
  if (structure instanceof asn1.OctetString) return Buffer.from(structure.getValue());
  if (structure instanceof asn1.Primitive) return Buffer.from(structure.valueBlock.valueHexView);
  return Buffer.concat(partsOf(structure).map(octetsIn));
}

/** Of a bit string, without the count of its unused bits. */
export function bitsIn(structure: Structure | undefined): Buffer {
  if (structure instanceof asn1.BitString) return Buffer.from(structure.valueBlock.valueHexView);
  throw new Malformed();
}

const CONTEXT = 3;

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
