/** WireGuard keys: random bytes, clamped as Curve25519 expects them, as `wg genkey` prints them (semantics 9.4). */
import { randomBytes } from 'node:crypto';
import { SecretValue } from '../values/secret-value.js';
import type { Generated } from './secret-type.js';

const KEY_BYTES = 32;
const LAST = KEY_BYTES - 1;

export function generate(): Generated {
  const key = randomBytes(KEY_BYTES);
  key.writeUInt8(key.readUInt8(0) & 0b1111_1000, 0);
  key.writeUInt8((key.readUInt8(LAST) & 0b0111_1111) | 0b0100_0000, LAST);
  return { kind: 'generated', value: SecretValue.fromText(key.toString('base64')) };
}
