/** Mnemonics of BIP-39: 11 bits per word; one bit in 33 belongs to the checksum (semantics 9.4). */
import { randomBytes } from 'node:crypto';
import type { Named } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { mnemonicOf } from './bip39.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

const ENTROPY_BYTES_PER_WORD = 4 / 3;

export function generate(options: Named<Json>): Generated {
  const words = countOf(options, 'words');
  if (typeof words === 'string') return failedBecause(words);
  const text = mnemonicOf(randomBytes(words * ENTROPY_BYTES_PER_WORD));
  return { kind: 'generated', value: SecretValue.fromText(text) };
}
