/** The recipients of a file that was decrypted, compared with those of the list. */
import { ageStanzas, compareHeader } from '../../recipients/age-recipients.js';
import { type RecipientComparison, comparisonOf, differenceOf } from '../../recipients/difference.js';
import type { OwnKeys } from './own-keys.js';
import { recordedList } from './recorded-list.js';
import type { Sealed } from './unseal.js';

/** By the record in the file; without one, by what its header shows. */
export async function compareWithList(
  sealed: Sealed,
  list: readonly string[],
  keys: OwnKeys,
): Promise<RecipientComparison> {
  const recorded = await recordedList(sealed, keys.own);
  if (recorded !== null) return exactly(recorded, list);
  const stanzas = ageStanzas(sealed.bytes);
  return stanzas === null ? { kind: 'alike' } : compareHeader(stanzas, list);
}

/** The same before a write, which decides whether it is needed: also by the keys of the writer. */
export async function compareBeforeWrite(
  sealed: Sealed,
  list: readonly string[],
  keys: OwnKeys,
): Promise<RecipientComparison> {
  const comparison = await compareWithList(sealed, list, keys);
  if (comparison.kind !== 'alike') return comparison;
  const { needsPlugin, ownRecipients } = await import('./seal.js');
  const own = await ownRecipients(sealed, keys.own);
  if (own !== null) return exactly(own, list);
  // What the program `age` writes has no record, so that it would be written again each time.
  return needsPlugin(list) ? { kind: 'same' } : comparison;
}

function exactly(file: readonly string[], list: readonly string[]): RecipientComparison {
  return comparisonOf(differenceOf(file, list), 'same');
}
