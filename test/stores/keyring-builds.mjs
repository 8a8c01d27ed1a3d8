/**
 * The keyring through a build of the tool, over our own connection to the session bus and through the native library, which must be
 * found in the bundle and inside the executable. Needs an unlocked keyring on the session bus. `node test/stores/keyring-builds.mjs COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-keyring-'));
const project = `build-${process.pid}`;
const BYTES = Buffer.from([0x00, 0xff, 0x0a]);

writeFileSync(
  join(root, 'manifest.toml'),
  `[project]
name = "${project}"
revision = "1.0"
require_reason = false

[defaults]
providers = ["keyring"]

[profiles.default]
TEXT = { description = "Text" }
BYTES = { description = "Bytes" }
MADE = { description = "Generated", type = "uuid", generate = true }
GONE = { description = "Nowhere", required = false }

[scopes.text]
secrets = ["TEXT"]
`,
);

const cases = {
  'what is set is read again, and found by other programs': () => {
    match(start(['set', 'TEXT'], 'correct horse').stderr.toString(), /saved to keyring/);
    strictEqual(start(['get', 'TEXT']).stdout.toString(), 'correct horse');
    strictEqual(lookup('TEXT').toString(), 'correct horse');
  },
  'bytes are kept': () => {
    strictEqual(start(['set', 'BYTES', '--from-file', '-'], BYTES).status, 0);
    deepStrictEqual(start(['get', 'BYTES']).stdout, BYTES);
  },
  'what is generated is stored': () => {
    const made = start(['get', 'MADE']).stdout.toString();
    match(made, /^[0-9a-f-]{36}$/);
    strictEqual(lookup('MADE').toString(), made);
  },
  'a child gets it': () =>
    strictEqual(
      start(['run', '--scope', 'text', '--', 'sh', '-c', 'printf %s "$TEXT"']).stdout.toString(),
      'correct horse',
    ),
  'a bus that only the library can reach': () => {
    // The path is not UTF-8.
    const [, path] = /unix:path=([^,]+)/.exec(process.env.DBUS_SESSION_BUS_ADDRESS);
    symlinkSync(path, Buffer.from(`${root}/bus-\xff`, 'latin1'));
    const there = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${root}/bus-%ff` };
    match(start(['set', 'TEXT'], 'by the library', there).stderr.toString(), /saved to keyring/);
    deepStrictEqual(start(['get', 'BYTES'], '', there).stdout, BYTES);
    strictEqual(start(['get', 'TEXT']).stdout.toString(), 'by the library');
  },
  'what is not there is missing, not an error': () => strictEqual(start(['check', '--explain']).status, 0),
};

function start(words, input = '', more = {}) {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    XDG_CACHE_HOME: join(root, 'cache'),
    XDG_CONFIG_HOME: join(root, 'config'),
    ...more,
  };
  return spawnSync(tool[0], [...tool.slice(1), ...words], { cwd: root, env, input, timeout: 60_000 });
}

function lookup(name) {
  const words = ['lookup', 'service', `tool/${project}/default/${name}`, 'username', userInfo().username];
  return spawnSync('secret-tool', words).stdout;
}

try {
  process.exitCode = runCases(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}
