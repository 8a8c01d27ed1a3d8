/** What a question shows: lines before it, and the label that the answer is typed after. */
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import { shortened } from '#schemas/shortened.js';
import type { Confirmation, HiddenQuestion, Turn } from './terminal.js';

export interface Shown {
  readonly lines: readonly string[];
  readonly label: string;
}

/** As `set` shows where a value is going (semantics 6.3, 6.6, 6.16). */
export function hiddenWording(question: HiddenQuestion): Shown {
  switch (question.kind) {
    case 'secret': {
      const { secret, profile, destination, turn } = question;
      const label = turn
        ? `[${turn.number}/${turn.of}] Enter value for ${secret}${described(turn)} (Enter skips):`
        : `Enter value for ${secret} (profile: ${profile}):`;
      if (destination === null) return { lines: [], label };
      const { store, target } = destination;
      return { lines: [`Writing secret '${secret}' to ${store} (profile: ${profile})`, `  target: ${target}`], label };
    }
    case 'hidden input': {
      const { inputOf, profile, destination } = question;
      const what = `${HIDDEN_INPUT} of ${inputOf}`;
      const label = `Enter value for ${what} (profile: ${profile}):`;
      return {
        lines: destination === null ? [] : [`Writing ${what} to ${destination.store} (profile: ${profile})`],
        label,
      };
    }
    case 'credential': {
      const { name, alias, source } = question;
      return { lines: [], label: `Enter ${name} for provider '${alias}' (source: ${source}):` };
    }
    case 'password':
      return { lines: [], label: `Enter password or token for ${question.server}:` };
    case 'unlock':
      return { lines: [], label: `Enter passphrase of ${question.store}:` };
  }
}

function described({ description }: Turn): string {
  return description === '' ? '' : ` - ${shortened(description, LONGEST_DESCRIPTION)}`;
}
/** With the rest of the question it should fit into a line. */
const LONGEST_DESCRIPTION = 60;

export function confirmationWording({ text }: Confirmation): Shown {
  return { lines: [], label: `${text} [y/N]` };
}

export function isYes(answer: string): boolean {
  return /^\s*y(es)?\s*$/iu.test(answer);
}
