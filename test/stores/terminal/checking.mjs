/** `check` at a terminal, which offers to store what is missing. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { constants } from 'node:os';
import { textOf, type } from './world.mjs';

const { SIGINT, SIGTERM } = constants.signals;

const MANIFEST = `[project]
name = "terminal"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv://{profile}.env"]

[profiles.default]
PLAIN = { description = "Always there", default = "x" }

[profiles.two]
BETA = { description = "Second" }
ALPHA = { description = "First \\u001b[31mred", prompt = true }

[profiles.skipped]
ALPHA = { description = "First" }
BETA = { description = "Second" }

[profiles.composed]
USER = { description = "Name", required = false }
PASSWORD = { description = "Password" }
URL = { description = "Address", composed = "https://\${USER}:\${PASSWORD}@localhost/" }
COPY = { description = "The same", composed = "<\${URL}>" }

[profiles.extracted]
ALPHA = { description = "First" }
PORT = { description = "Port", extract = { format = "json", pointer = "/port" } }

[profiles.elsewhere]
ALPHA = { description = "First" }
BETA = { description = "Second", providers = ["env"] }
PIN = { description = "Third", prompt = true, providers = ["null"] }

[profiles.groups]
ALPHA = { description = "First", required = { at_least_one = "g" } }
BETA = { description = "Second", required = { at_least_one = "g" } }

[profiles.optional]
ALPHA = { description = "First", required = false }

[profiles.refused]
ALPHA = { description = "First" }
BETA = { description = "Second", providers = ["dotenv://folder"] }

[profiles.empty]
ALPHA = { description = "First" }

[profiles.stopped]
ALPHA = { description = "First" }
BETA = { description = "Second" }

[profiles.scoped]
ALPHA = { description = "First", required = false }
BETA = { description = "Second" }
MADE = { description = "Of both", composed = "\${ALPHA}\${BETA}" }

[scopes.narrow]
secrets = ["MADE", "BETA"]
`;

export function checking({ command, converse, stored, place, withoutTerminal }) {
  place('manifest.toml', MANIFEST);

  const prompt = (turn, name) => ({
    expect: `\\[${turn}\\] Enter value for ${name}( - [^\\r\\n]*)? \\(Enter skips\\): $`,
  });

  /** `tool check` on a terminal; the modes of the terminal must be the same afterwards. */
  function check(profile, steps, ...options) {
    const result = converse(steps, [...command, 'check', '--profile', profile, ...options]);
    strictEqual(result.modesStay, true, 'the modes of the terminal have changed');
    strictEqual(
      result.hidden.every((hidden) => hidden),
      true,
      'the input is not hidden',
    );
    return { status: result.status, shown: textOf(result), stored: stored(`${profile}.env`) };
  }

  function neverPrompts(profile, ...options) {
    const { status, shown } = check(profile, [], ...options);
    doesNotMatch(shown, /Enter value/u);
    return { status, shown };
  }

  return {
    'check: what is missing is offered, stored and checked again': () => {
      const { status, shown } = check('two', [
        prompt('1/2', 'ALPHA'),
        type('one\r'),
        prompt('2/2', 'BETA'),
        type('two\r'),
      ]);
      strictEqual(
        shown.replaceAll(/dotenv:\S+/gu, 'dotenv:STORE'),
        `Checking secrets in terminal (profile: two)...

2 secrets have no value (profile: two, provider: dotenv:STORE
  - ALPHA - First \\x1b[31mred
  - BETA - Second
Enter a value to store it, or Enter alone to skip it. Ctrl-C stops; stored values are kept.

Writing secret 'ALPHA' to dotenv:STORE (profile: two)
  target: item=ALPHA
[1/2] Enter value for ALPHA - First \\x1b[31mred (Enter skips): 
✓ Secret 'ALPHA' saved to dotenv (profile: two)
Writing secret 'BETA' to dotenv:STORE (profile: two)
  target: item=BETA
[2/2] Enter value for BETA - Second (Enter skips): 
✓ Secret 'BETA' saved to dotenv (profile: two)
✓ All set: 2 values saved. Checking again...

✓ ALPHA - First \\x1b[31mred
✓ BETA - Second
○ PLAIN - Always there (has default)

Summary: 3 found, 0 missing
`,
      );
      strictEqual(status, 0);
      strictEqual(stored('two.env'), 'ALPHA=one\nBETA=two\n');
    },
    'check: composed secrets are replaced by what they lack': () => {
      const steps = [prompt('1/2', 'PASSWORD'), type('p\r'), prompt('2/2', 'USER'), type('u\r')];
      const { status, shown, stored } = check('composed', steps);
      strictEqual(status, 0);
      match(shown, /✓ COPY - The same/u);
      strictEqual(stored, 'PASSWORD=p\nUSER=u\n');
    },
    'check: a part of a document refuses everything before the first prompt': () => {
      const { status, shown } = neverPrompts('extracted');
      strictEqual(status, 1);
      match(shown, /✗ PORT - Port \(required\).*error\[E1001\].*`ALPHA` and `PORT`.*error\[E1116\].*`PORT`/su);
      strictEqual(stored('extracted.env'), null);
    },
    'check: what this tool cannot store is not offered, and reported': () => {
      const { status, shown, stored } = check('elsewhere', [prompt('1/1', 'ALPHA'), type('a\r')]);
      strictEqual(status, 1);
      match(shown, /1 value saved\. .*✓ ALPHA.*✗ BETA.*✗ PIN.*error\[E1001\].*`BETA` and `PIN`/su);
      strictEqual(stored, 'ALPHA=a\n');
    },
    'check: neither members of groups nor optional secrets are offered': () => {
      strictEqual(neverPrompts('groups').status, 1);
      strictEqual(neverPrompts('optional').status, 0);
    },
    'check: what a scope hides is not offered': () => {
      const { status, shown } = check('scoped', [prompt('1/1', 'BETA'), type('b\r')], '--scope', 'narrow');
      strictEqual(status, 1);
      doesNotMatch(shown, /ALPHA/u);
      match(shown, /E1001/u);
    },
    'check: a store that refuses is reported before its prompt, and what was stored stays': () => {
      const { status, shown, stored } = check('refused', [
        prompt('1/2', 'ALPHA'),
        { run: ['mkdir', 'folder'] },
        type('a\r'),
      ]);
      strictEqual(status, 1);
      doesNotMatch(shown, /Enter value for BETA/u);
      match(shown, /error.*`BETA`/su);
      strictEqual(stored, 'ALPHA=a\n');
    },
    'check: an empty answer skips the secret, and the rest is asked': () => {
      const { status, shown, stored } = check('skipped', [
        prompt('1/2', 'ALPHA'),
        type('\r'),
        prompt('2/2', 'BETA'),
        type('b\r'),
      ]);
      strictEqual(status, 1);
      match(shown, /Secret 'ALPHA' skipped.*1 value saved, 1 skipped\..*✗ ALPHA.*✓ BETA.*error\[E1001\]/su);
      strictEqual(stored, 'BETA=b\n');
    },
    'check: the last line says once where errors are explained': () => {
      const pointer = /For more about this error: `tool explain E1001`/gu;
      const { shown } = neverPrompts('stopped', '--no-prompt');
      strictEqual(shown.match(pointer)?.length, 1);
      match(shown, /\n\nFor more about this error: `tool explain E1001`\n$/u);
      doesNotMatch(neverPrompts('stopped', '--json').shown, pointer);
      doesNotMatch(neverPrompts('optional').shown, /For more/u);
    },
    'check: Ctrl-C keeps what is stored and reports nothing': () => {
      const { status, shown, stored } = check('stopped', [
        prompt('1/2', 'ALPHA'),
        type('kept\r'),
        prompt('2/2', 'BETA'),
        type('half\x03'),
      ]);
      strictEqual(status, -SIGINT);
      doesNotMatch(shown, /error|Summary|half/u);
      strictEqual(stored, 'ALPHA=kept\n');
    },
    'check: SIGTERM at the prompt stores nothing more': () => {
      const { status, stored } = check('stopped', [prompt('1/1', 'BETA'), type('half'), { signal: SIGTERM }]);
      strictEqual(status, -SIGTERM);
      strictEqual(stored, 'ALPHA=kept\n');
    },
    'check: a terminal that is closed stores nothing more': () => {
      converse([prompt('1/1', 'BETA'), type('half'), { hangUp: true }], [...command, 'check', '-P', 'stopped']);
      strictEqual(stored('stopped.env'), 'ALPHA=kept\n');
    },
    'check: --no-prompt, --json and --explain never prompt': () => {
      match(neverPrompts('stopped', '--no-prompt').shown, /E1001/u);
      strictEqual(neverPrompts('stopped', '--json').status, 1);
      strictEqual(neverPrompts('stopped', '--explain').status, 1);
    },
    'check: another standard input never prompts': () => {
      const { shown, status } = converse([{ input: 'piped' }], [...command, 'check', '-P', 'stopped']);
      strictEqual(status, 1);
      doesNotMatch(shown, /Enter value/u);
      strictEqual(withoutTerminal([...command, 'check', '-P', 'stopped']).status, 1);
    },
    'check: a terminal that this process may not prompt on is reported as usual': () => {
      const { shown, status } = converse([], ['setsid', '--wait', ...command, 'check', '-P', 'stopped']);
      strictEqual(status, 1);
      match(shown, /error\[E1001\]/u);
    },
  };
}
