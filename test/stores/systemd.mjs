/**
 * The systemd-credential store with credentials that `systemd-creds` has encrypted: `node test/stores/systemd.mjs COMMAND...`; ends
 * with `N passed, N failed`. If systemd is process 1, it decrypts them for a real unit; otherwise `systemd-creds` does, into a folder
 * as systemd lays it out, with files of mode 0400 in a folder of mode 0500, of the user who reads them.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const isRoot = process.getuid() === 0;
const hasUnits = isRoot && existsSync('/run/systemd/system');
const root = mkdtempSync(join(tmpdir(), 'tool-systemd-'));
const [unit, project, home] = ['unit', 'project', 'home'].map((name) => join(root, name));
const NOBODY = 65_534;
const environment = { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8', NO_COLOR: '1' };
// Outside a unit systemd's own key is not needed, and `systemd-creds` would make one for the machine.
const key = hasUnits ? {} : { SYSTEMD_CREDENTIAL_SECRET: join(root, 'host.key') };

const VALUES = {
  PLAIN: Buffer.from('correct-horse'),
  NEWLINE: Buffer.from('correct-horse\n'),
  BYTES: Buffer.from([0, 0xff, 0xfe, 0x0d, 0x0a]),
  EMPTY: Buffer.alloc(0),
  LARGE: Buffer.alloc(800_000, 'x'),
};

const cases = {
  ...Object.fromEntries(
    Object.entries(VALUES).map(([name, value]) => [`${name}: every byte is read`, () => reads(name, value)]),
  ),
  'a credential that was not passed is a missing value': () =>
    refuses(inUnit('get', 'GONE'), /not among the credentials of the unit/u),
  'nothing can be written': () => refuses(inUnit('set', 'PLAIN', 'new'), /systemd-credential is read-only/u),
  'outside a unit the store is an error': () =>
    refuses(start(tool, 'get', 'PLAIN'), /`CREDENTIALS_DIRECTORY` is not set/u),
};

function reads(name, value) {
  const { status, stdout, stderr } = inUnit('get', name);
  strictEqual(status, 0, String(stderr));
  deepStrictEqual(stdout, value);
}

function refuses({ status, stdout, stderr }, words) {
  match(String(stderr), words);
  deepStrictEqual([status, String(stdout)], [1, '']);
}

/** The tool in a unit that all credentials are passed to. */
function inUnit(...words) {
  if (!hasUnits) return start(['env', `CREDENTIALS_DIRECTORY=${unit}`, ...tool], ...words);
  const passed = Object.keys(VALUES).flatMap((name) => ['-p', `LoadCredentialEncrypted=${name}:${root}/${name}.cred`]);
  const variables = Object.entries(environment).map(([name, value]) => `--setenv=${name}=${value}`);
  const how = ['--quiet', '--pipe', '--wait', '--collect', `--working-directory=${project}`, `--uid=${NOBODY}`];
  return spawnSync('systemd-run', [...how, ...passed, ...variables, '--', ...tool, ...words], { timeout: 60_000 });
}

/** As an ordinary user, who alone is held back by modes. */
function start([program, ...first], ...words) {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  return spawnSync(program, [...first, ...words], {
    cwd: project,
    env: environment,
    timeout: 60_000,
    maxBuffer: 1e8,
    ...user,
  });
}

function must(words, input) {
  const { status, stdout, stderr } = spawnSync('systemd-creds', words, {
    input,
    env: { ...process.env, ...key },
    maxBuffer: 1e8,
  });
  strictEqual(status, 0, `systemd-creds ${words.join(' ')}: ${stderr}`);
  return stdout;
}

function layOut() {
  for (const folder of [unit, project, home]) mkdirSync(folder);
  chmodSync(root, 0o755);
  const declared = [...Object.keys(VALUES), 'GONE'].map((name) => `${name} = { description = "A credential" }\n`);
  writeFileSync(
    join(project, 'manifest.toml'),
    `[project]\nname = "unit"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["systemd-credential"]\n[profiles.default]\n${declared.join('')}`,
  );
  for (const [name, value] of Object.entries(VALUES)) {
    const encrypted = join(root, `${name}.cred`);
    must(['encrypt', '--with-key=host', `--name=${name}`, '-', encrypted], value);
    writeFileSync(join(unit, name), must(['decrypt', `--name=${name}`, encrypted, '-']), { mode: 0o400 });
  }
  chmodSync(unit, 0o500);
  if (!isRoot) return;
  for (const path of [home, unit, ...Object.keys(VALUES).map((name) => join(unit, name))])
    chownSync(path, NOBODY, NOBODY);
}

try {
  layOut();
  if (!hasUnits)
    console.log(
      'systemd is not process 1 here, or this is not root: a folder laid out as systemd does it instead of a unit',
    );
  process.exitCode = runCases(cases);
} finally {
  chmodSync(unit, 0o700);
  rmSync(root, { recursive: true });
}
