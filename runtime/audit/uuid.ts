/** Random UUIDs (version 4), without `node:crypto`, which takes 2.5 ms to load. */
import { closeSync, openSync, readSync } from 'node:fs';

const SOURCE = '/dev/urandom';
const BYTES = 16;
/** Read together: for a session and its first records, then for those of a session that lasts. */
const FIRST_BYTES = 4 * BYTES;
const FURTHER_BYTES = 256 * BYTES;
const VERSION = 0x40;
const VARIANT = 0x80;

/** Each byte of it is used once. */
let unused: Buffer = Buffer.alloc(0);
let nextBytes = FIRST_BYTES;

export function randomUuid(): string {
  if (unused.length < BYTES) unused = randomBytes();
  if (unused.length < BYTES) return process.getBuiltinModule('node:crypto').randomUUID();
  const bytes = unused.subarray(0, BYTES);
  unused = unused.subarray(BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Empty on systems without the device. On Windows the path would be one of the current drive. */
function randomBytes(): Buffer {
  if (process.platform === 'win32') return Buffer.alloc(0);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(SOURCE, 'r');
    const bytes = Buffer.alloc(nextBytes);
    nextBytes = FURTHER_BYTES;
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, null));
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
