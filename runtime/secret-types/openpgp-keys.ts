/** New keys as packets of OpenPGP, without signatures. The library is imported late: it is not part of the bundle. */
import type { JsonWebKey } from 'node:crypto';
import type { SecretKeyPacket, SecretSubkeyPacket } from 'openpgp';
import { newRsaKey, numbersOf } from './new-key.js';

export type KeyCapability = 'sign' | 'encrypt';

export interface Keys {
  readonly primary: SecretKeyPacket;
  readonly subkeys: readonly Subkey[];
}
export interface Subkey {
  readonly capability: KeyCapability;
  readonly packet: SecretSubkeyPacket;
}

/** Ed25519, and Curve25519 to encrypt, in the form that keys of version 4 have; the library calls it legacy. */
export async function ed25519Keys(capabilities: readonly KeyCapability[]): Promise<Keys> {
  const library = await import('openpgp');
  const { privateKey } = await library.generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    subkeys: capabilities.map((capability) => ({ sign: capability === 'sign' })),
    userIDs: { name: 'replaced' },
    format: 'object',
  });
  const { keyPacket: primary, subkeys } = privateKey;
  if (!(primary instanceof library.SecretKeyPacket)) throw new Error('the key is not secret');
  const paired = capabilities.flatMap((capability, index): Subkey[] => {
    const packet = subkeys[index]?.keyPacket;
    return packet instanceof library.SecretSubkeyPacket ? [{ capability, packet }] : [];
  });
  return { primary, subkeys: paired };
}

/** The library makes RSA keys too, but under Bun on the main thread, which answers no signal until they are made. */
export async function rsaKeys(bits: number, capabilities: readonly KeyCapability[]): Promise<Keys> {
  const library = await import('openpgp');
  const created = new Date();
  const primary = await rsaPacket(new library.SecretKeyPacket(), bits, created);
  const subkeys = await Promise.all(
    capabilities.map(async (capability) => {
      return { capability, packet: await rsaPacket(new library.SecretSubkeyPacket(), bits, created) };
    }),
  );
  return { primary, subkeys };
}

async function rsaPacket<P extends SecretKeyPacket | SecretSubkeyPacket>(
  packet: P,
  bits: number,
  created: Date,
): Promise<P> {
  await packet.read(bodyOf(numbersOf(await newRsaKey(bits)), created));
  return packet;
}

const VERSION = 4;
const RSA = 1;
const UNENCRYPTED = 0;

/** The body of a secret key packet (RFC 9580, 5.5.3). Its `p` is the smaller prime, so it is the `q` of others. */
function bodyOf({ n, e, d, p, q, qi }: JsonWebKey, created: Date): Buffer {
  const secret = Buffer.concat([d, q, p, qi].map(integer));
  const checksum = secret.reduce((sum, byte) => (sum + byte) % 2 ** 16, 0);
  const head = Buffer.alloc(6);
  head.writeUInt8(VERSION, 0);
  head.writeUInt32BE(Math.floor(created.getTime() / 1000), 1);
  head.writeUInt8(RSA, 5);
  return Buffer.concat([head, integer(n), integer(e), Buffer.from([UNENCRYPTED]), secret, twoBytes(checksum)]);
}

/** A number after its length in bits. */
function integer(number: string | undefined): Buffer {
  if (number === undefined) throw new Error('a number of the key is missing');
  const bytes = Buffer.from(number, 'base64url');
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  const bits = digits.length * 8 - Math.clz32(digits.readUInt8(0)) + 24;
  return Buffer.concat([twoBytes(bits), digits]);
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
