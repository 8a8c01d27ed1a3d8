/** What `rekey` did with a file: for whom it is encrypted now, and who was added and removed. */
import type { Rekeyed } from '../../session/operations/rekey.js';
import { printedLines } from './terminal-text.js';

export function rekeyedText(
  { store, list, outcome, difference }: Rekeyed,
  { isTrial }: { readonly isTrial: boolean },
): string {
  switch (outcome) {
    case 'no file':
      return printedLines([`○ ${store}: there is no file yet`]);
    case 'the same':
      return printedLines([`○ ${store}: already encrypted for the recipients in ${list}`]);
    case 'rekeyed': {
      const done = isTrial ? 'would be encrypted again' : 'encrypted again';
      return printedLines([
        `${isTrial ? '○' : '✓'} ${store}: ${done} for the recipients in ${list}`,
        ...changes(difference),
      ]);
    }
  }
}

function changes(difference: Rekeyed['difference']): readonly string[] {
  if (difference === 'unknown') return ['  the file does not show for whom it was encrypted before'];
  return [...difference.lacks.map((one) => `  + ${one}`), ...difference.extra.map((one) => `  - ${one}`)];
}
