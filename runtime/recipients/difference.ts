/** How the recipients of a file differ from those of its list. No value is part of it. */
import { shortened } from '#schemas/shortened.js';

export interface Difference {
  /** Recipients of the list for whom the file is not encrypted: each a recipient, or how many of a kind. */
  readonly lacks: readonly string[];
  /** Those who can decrypt the file and are not in the list. */
  readonly extra: readonly string[];
}

/** `alike`: kinds and numbers agree, and which keys they are does not show. */
export type RecipientComparison =
  | { readonly kind: 'same' | 'alike' }
  | { readonly kind: 'different'; readonly difference: Difference };

export function differenceOf(file: Iterable<string>, list: Iterable<string>): Difference {
  const [inFile, inList] = [new Set(file), new Set(list)];
  return {
    lacks: [...inList].filter((one) => !inFile.has(one)).map(shownRecipient),
    extra: [...inFile].filter((one) => !inList.has(one)).map(shownRecipient),
  };
}

export function comparisonOf(difference: Difference, otherwise: 'same' | 'alike'): RecipientComparison {
  const isSame = difference.lacks.length + difference.extra.length === 0;
  return isSame ? { kind: otherwise } : { kind: 'different', difference };
}

/** Keys of SSH and of post-quantum recipients are longer than anyone compares. */
export function shownRecipient(recipient: string): string {
  return shortened(recipient, LONGEST_SHOWN);
}
/** A recipient of age itself is shown whole. */
const LONGEST_SHOWN = 62;
