/** Passwords: characters drawn uniformly from a set (semantics 9.1). */
import { randomInt } from 'node:crypto';
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Code points 33 to 126: everything that prints, without the blank. */
const ASCII = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));

export function generate(options: Named<Json>): Generated {
  const length = countOf(options, 'length');
  if (typeof length === 'string') return failedBecause(length);
  const characters = charactersOf(own(options, 'charset'));
  if (characters === null) return failedBecause('`charset` is neither `alphanumeric` nor `ascii`');
  return { kind: 'generated', value: SecretValue.fromBytes(drawn(characters, length)) };
}

function charactersOf(charset: Json | undefined): string | null {
  if (charset === 'alphanumeric') return ALPHANUMERIC;
  return charset === 'ascii' ? ASCII : null;
}

/** `randomInt` draws from the system's generator and rejects what would favour some characters. */
function drawn(characters: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = characters.charCodeAt(randomInt(characters.length));
  return bytes;
}
