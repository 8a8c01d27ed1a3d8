/** For whom a document of SOPS is encrypted, which is in clear in the document, compared with a rule. */
import { type RecipientComparison, comparisonOf, differenceOf } from './difference.js';
import type { SopsKeys } from './sops-rule.js';

export function compareSops(document: SopsKeys, rule: SopsKeys): RecipientComparison {
  const of = ({ age, pgp }: SopsKeys) => [...age, ...pgp.map((fingerprint) => `PGP ${fingerprint.toUpperCase()}`)];
  return comparisonOf(differenceOf(of(document), of(rule)), 'same');
}

/**
 * Read off the text in any of the four formats, without parsing it: values are encrypted, so that no line of theirs looks so. Null for
 * a document whose keys are needed together.
 */
export function sopsKeysIn(text: string): SopsKeys | null {
  if (/\bkey_groups(?:["']?\s*:|__)/u.test(text)) return null;
  const all = (name: string) => {
    const lines = new RegExp(`(?:^|[\\s"'{,_-])${name}["']?\\s*[:=]\\s*["']?([\\w. /+=@-]+)`, 'gmu');
    return [...text.matchAll(lines)].map(([, found = '']) => found.trim());
  };
  const age = all('recipient').filter((found) => /^(?:age1|ssh-)/u.test(found));
  return { age, pgp: all('fp').filter((found) => /^[\dA-Fa-f]{8,}$/u.test(found)) };
}
