/** Words of the English BIP-39 list, drawn uniformly and joined; no word is a checksum (semantics 9.4). */
import { randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

export function generate(options: Named<Json>): Generated {
  const words = countOf(options, 'words');
  if (typeof words === 'string') return failedBecause(words);
  const separator = own(options, 'separator');
  if (typeof separator !== 'string') return failedBecause('`separator` is not a string');
  const drawn = Array.from({ length: words }, () => wordlist[randomInt(wordlist.length)]);
  return { kind: 'generated', value: SecretValue.fromText(drawn.join(separator)) };
}
