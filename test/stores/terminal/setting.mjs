/** Prompts of `set`. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { constants } from 'node:os';
import { textOf, type } from './world.mjs';

const { SIGINT } = constants.signals;
/** The name of the file has a character that acts on a terminal. */
const STORE = (profile) => `\x1b[31m${profile}.env`;

export function setting({ command, converse, stored }) {
  /** `tool set ALPHA` on a terminal. */
  function set(profile, steps) {
    const label = { expect: `Enter value for ALPHA \\(profile: ${profile}\\): $` };
    const result = converse([label, ...steps], [...command, 'set', 'ALPHA', '--profile', profile]);
    strictEqual(result.modesStay, true);
    return result;
  }

  return {
    'set: what is typed is stored, and not shown': () => {
      const result = set('kept', [type('new value\r')]);
      const shown = textOf(result);
      strictEqual(result.status, 0);
      const previewed =
        /Writing secret 'ALPHA' to dotenv:.*\n {2}target: item=ALPHA\nEnter value for ALPHA \(profile: kept\): \n/u;
      match(shown, previewed);
      match(shown, /✓ Secret 'ALPHA' saved to dotenv \(profile: kept\)\n$/u);
      doesNotMatch(shown, /new value/u);
      match(stored(STORE('kept')), /^ALPHA=new value$/mu);
    },
    'set: an empty answer stores nothing': () => {
      const { shown, status } = set('empty', [type('\r')]);
      strictEqual(status, 1);
      match(shown, /E1118/u);
      strictEqual(stored(STORE('empty')), null);
    },
    'set: Ctrl-C stores nothing': () => {
      const { status } = set('empty', [type('some\x03')]);
      strictEqual(status, -SIGINT);
      strictEqual(stored(STORE('empty')), null);
    },
    'set: a store that refuses is reported before the prompt': () => {
      const { shown, status } = converse([], [...command, 'set', 'ALPHA', '--provider', 'env']);
      strictEqual(status, 1);
      doesNotMatch(shown, /Enter value/u);
    },
    'set: a terminal that this process may not prompt on is a usage error': () => {
      const { shown, status } = converse(
        [],
        ['setsid', '--wait', ...command, 'set', 'ALPHA', '--provider', 'dotenv://x.env'],
      );
      strictEqual(status, 2);
      match(shown, /no value was given/u);
    },
  };
}
