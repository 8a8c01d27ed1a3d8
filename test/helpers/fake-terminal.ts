/** A terminal whose person has made up their mind. */
import type { Confirmation, HiddenQuestion, Terminal } from '#runtime/terminal/terminal.js';
import { SecretValue } from '#runtime/values/secret-value.js';

export interface FakeTerminal extends Terminal {
  /** What was asked, in order. */
  readonly asked: (HiddenQuestion | Confirmation)[];
}

/** `answers`: in order; where they have run out, there is no terminal any more. */
export function fakeTerminal(...answers: readonly string[]): FakeTerminal {
  const left = [...answers];
  const asked: FakeTerminal['asked'] = [];
  return {
    asked,
    isReachable: true,
    isInput: true,
    async ask(question) {
      asked.push(question);
      const answer = left.shift();
      return answer === undefined ? { kind: 'unavailable' } : { kind: 'answer', value: SecretValue.fromText(answer) };
    },
    async confirm(question) {
      asked.push(question);
      const answer = left.shift();
      if (answer === undefined) return 'unavailable';
      return answer === 'yes' ? 'yes' : 'no';
    },
  };
}
