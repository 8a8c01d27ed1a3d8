/** What Git is told of how long a password can be used: what the store says, or nothing. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { install, SHELF } from '../../helpers/external-providers.js';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `
[project]
name = "demo"
revision = "1.0"
[defaults]
providers = ["shelf://{WORK}/shelf.json"]
[profiles.default]
USER = { description = "u" }
TOKEN = { description = "t" }
PART = { description = "p", composed = "x-\${TOKEN}" }
FOR_EVER = { description = "f" }
`;
/** Half a second after a whole one. */
const EXPIRES = Date.UTC(2099, 0) + 500;
let world: CliWorld;
beforeEach(() => {
  world = openCli();
  world.write('manifest.toml', MANIFEST.replace('{WORK}', world.work));
  const entry = (value: string, expires: number | null) => ({ '': { value, revision: 'r1', expires } });
  const entries = {
    'demo/default/USER': entry('alice', null),
    'demo/default/TOKEN': entry('abc', EXPIRES),
    'demo/default/FOR_EVER': entry('def', null),
  };
  world.write('shelf.json', JSON.stringify({ entries }));
  install(world.home, { scheme: 'shelf', program: SHELF });
});
afterEach(() => world.remove());

test.each([
  ['TOKEN', ['password=abc', `password_expiry_utc=${Math.floor(EXPIRES / 1000)}`]],
  ['PART', ['password=x-abc', `password_expiry_utc=${Math.floor(EXPIRES / 1000)}`]],
  ['FOR_EVER', ['password=def']],
])('of %s', async (secret, lines) => {
  const words = `--url https://example.com --file manifest.toml --username-secret USER --token-secret ${secret}`;
  const asked = "printf 'protocol=https\\nhost=example.com\\n\\n'";
  const { stdout, stderr } = await world.run(`${asked} | tool git credential get ${words}`);
  expect([stderr.toString(), stdout.toString()]).toEqual(['', ['username=alice', ...lines, ''].join('\n')]);
});
