/** Text of an external provider that is meant for people, as messages have it. */
import { shortened } from '#schemas/shortened.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { cleanedWhole } from '../../values/cleaned.js';

const LONGEST = 1_000;

export function foreignWords(text: string): string {
  return shortened(withoutCredentials(cleanedWhole(text)), LONGEST);
}
