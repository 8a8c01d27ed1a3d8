/** Projects with one KeePass database, and KeePassXC's own program on the same files. */
import { match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOf, documentWith } from '../../../dist/test/runtime/providers/kdbx/kdbx-files.js';
import { projectIn, WRITERS } from '../shared/project.mjs';

export const root = mkdtempSync(join(tmpdir(), 'tool-kdbx-'));
export const PASSWORD = 'open sesame';
export const pathOf = (key) => `tool/kdbx/default/${key}`;
let count = 0;

/** A project with one store: `team.kdbx` with these options. `made`: what its database is made with; null: it does not exist yet. */
export function project(tool, { options = '', made = {}, password = PASSWORD, file = 'team.kdbx' } = {}) {
  const folder = join(root, `project-${++count}`);
  mkdirSync(folder);
  const keys = ['A', 'B', ...WRITERS].map((key) => `${key} = { description = "A value", required = false }`);
  const named = [
    'ATTRIBUTE = { description = "d", required = false, ref = { item = "web/site", field = "token" } }',
    'USER = { description = "d", required = false, ref = { item = "web/site", field = "username" } }',
    'SITE = { description = "d", required = false, ref = { item = "web/site" } }',
    'TITLE = { description = "d", required = false, ref = { item = "web/site", field = "Title" } }',
    'TWICE = { description = "d", required = false, ref = { item = "web/twice" } }',
  ];
  const head = '[project]\nname = "kdbx"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\n';
  const manifest = `${head}providers = ["kdbx:${file}${options}"]\n[profiles.default]\n${[...keys, ...named].join('\n')}\n`;
  writeFileSync(join(folder, 'manifest.toml'), manifest);
  const path = join(folder, 'team.kdbx');
  if (made !== null)
    writeFileSync(path, databaseOf(documentWith({ [pathOf('A')]: 'first' }), { password: PASSWORD, ...made }));
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
  if (password !== null) env.TOOL_KDBX_PASSWORD = password;
  return { ...projectIn(folder, tool, env), path };
}

/** The command ends with 1, its words match, and the file has the bytes that it had. */
export function refuses({ run, path, strays }, said, ...words) {
  const before = hashOf(path);
  const { status, stdout, stderr } = run(...words);
  strictEqual(status, 1, `${stdout}${stderr}`);
  match(stderr, said);
  ok(!`${stdout}${stderr}`.includes('canary') && !stderr.includes(PASSWORD), stderr);
  strictEqual(hashOf(path), before);
  strictEqual(strays().length, 0);
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** keepassxc-cli, with the password on its standard input. */
export function keepass(words, input = `${PASSWORD}\n`) {
  const [command, ...rest] = words;
  const env = { PATH: process.env.PATH, HOME: root, LANG: 'C.UTF-8', QT_QPA_PLATFORM: 'offscreen' };
  return spawnSync('keepassxc-cli', [command, '-q', ...rest], {
    input,
    encoding: 'utf8',
    env,
    maxBuffer: 1e8,
    timeout: 60_000,
  });
}

/** The same for a command that must succeed; what it prints. */
export function kept(words, input) {
  const { status, stdout, stderr } = keepass(words, input);
  strictEqual(status, 0, `keepassxc-cli ${words.join(' ')}: ${stderr}`);
  return stdout;
}

export const shown = (path, entry, field = 'Password') => kept(['show', '-s', '-a', field, path, entry]);
export const ended = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
