/**
 * Private keys in the format of OpenSSH (PROTOCOL.key), without a passphrase. Written here because libraries for it bring
 * eight packages for these few lines.
 */
import { randomBytes } from 'node:crypto';

const MAGIC = Buffer.from('openssh-key-v1\0', 'latin1');
const NO_CIPHER = 'none';
const BLOCK_BYTES = 8;
const LINE_CHARACTERS = 70;

/** A key in the terms of the format: its fields between algorithm and comment, in the public and in the private part. */
export interface SshKey {
  readonly algorithm: string;
  readonly publicFields: readonly Buffer[];
  readonly privateFields: readonly Buffer[];
}

/** PEM with LF line ends, and one at the end. */
export function opensshPem({ algorithm, publicFields, privateFields }: SshKey, comment: string): string {
  const name = field(algorithm);
  // Written twice: a reader that decrypts a key compares them.
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, name, ...privateFields, field(comment)]);
  const parts = [
    MAGIC,
    field(NO_CIPHER),
    field(NO_CIPHER),
    field(''),
    number(1),
    field(Buffer.concat([name, ...publicFields])),
    field(padded(secret)),
  ];
  const lines =
    Buffer.concat(parts)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/** Bytes after their length (RFC 4251, `string`). */
export function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([number(bytes.length), bytes]);
}

/** A positive number (RFC 4251, `mpint`): without leading zeros, but never with the sign bit set. */
export function integerField(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.alloc(0) : bytes.subarray(first);
  const isNegative = (digits[0] ?? 0) >= 0x80;
  return field(isNegative ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** With the bytes 1, 2, 3, … up to a whole number of blocks. */
function padded(bytes: Buffer): Buffer {
  const missing = (BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES;
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, index) => index + 1))]);
}
