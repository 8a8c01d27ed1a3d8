/**
 * The lastpass store with the real `lpass`, as far as that goes without an account: `node test/stores/lastpass.mjs COMMAND...`. What the
 * program says is also what its fake says. Its home is a folder of its own. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { FakeVendor } from '../../dist/test/stores/fakes/fake-vendor.js';
import { vendor } from '../../dist/test/stores/fakes/lpass.js';
import { runCasesInTurn } from './run-cases.mjs';
import { one } from './shared/everyday.mjs';
import { manifestOf, run, toolIn } from './shared/tool.mjs';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tool-lastpass-')));
const home = join(folder, 'lpass');
const tool = toolIn(folder, process.argv.slice(2), { LPASS_HOME: home });
const fake = new FakeVendor(vendor, join(folder, 'fake'));
fake.change((state) => {
  state.isSignedIn = false;
});
const fakes = fake.installed();

/** All words that the store uses. */
const CALLS = {
  status: ['status'],
  'a read': ['show', '--sync=now', '--json', '--expand-multi', '--', 'a', 'b'],
  'a later read': ['show', '--sync=no', '--json', '--expand-multi', '--', 'a'],
  'a creation': ['add', '--sync=now', '--password', '--non-interactive', '--', 'a'],
  'a change': ['edit', '--sync=now', '--password', '--non-interactive', '--', 'a'],
};

const lpass = (PATH, words) => {
  const env = { PATH, LPASS_HOME: home, LPASS_DISABLE_PINENTRY: '1', LC_ALL: 'C.UTF-8' };
  return run(['lpass', ...words], { cwd: folder, env, input: 'x\n' });
};

/** The first word: the rest of a usage is not of interest. */
const shortened = ({ status, stdout, stderr }) => [status, stdout.trim(), stderr.trim()];

const cases = {
  ...Object.fromEntries(
    Object.entries(CALLS).map(([title, words]) => [
      `without a login, ${title} of lpass says what its fake says, and knows the options`,
      async () => {
        const real = await lpass(process.env.PATH, words);
        doesNotMatch(real.stdout + real.stderr, /^Usage:|unrecognized option/m);
        deepStrictEqual(shortened(real), shortened(await lpass([fakes, process.env.PATH].join(delimiter), words)));
      },
    ]),
  ),

  'an option that it does not know is a usage, as of its fake': async () => {
    const words = ['show', '--no-such-option', '--', 'a'];
    const real = await lpass(process.env.PATH, words);
    strictEqual(real.status, 1);
    match(real.stderr, /^Usage: lpass show/m);
  },

  'every command names the login, and none takes the value for missing': async () => {
    for (const [words, more] of [
      [['get', 'KEY'], ''],
      [['check', '--no-prompt'], ', default = "weak"'],
      [['run', '--', 'true'], ', type = "password", generate = true'],
      [['set', 'KEY'], ''],
    ]) {
      const ran = await tool(manifestOf('lastpass', one('KEY', more)), words, { input: 'canary-value' });
      strictEqual(ran.status, 1, words.join(' '));
      match(ran.stderr, /error\[E1112\][\s\S]*run `lpass login EMAIL`/, words.join(' '));
      doesNotMatch(ran.stdout + ran.stderr, /canary/);
    }
  },

  'nothing is left of it that holds anything': async () => {
    const left = readdirSync(home, { recursive: true }).filter((name) => !/lock$|^config$|uploads?/.test(`${name}`));
    deepStrictEqual(left, []);
  },
};

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
