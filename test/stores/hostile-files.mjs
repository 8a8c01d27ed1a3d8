/**
 * The tool in a folder whose files would change how Bun or Node behave if they were read: a compiled program must not take its
 * settings from wherever it is started. `node test/stores/hostile-files.mjs COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-hostile-'));
const folder = join(root, 'project');
const EVIL = 'require("node:fs").writeFileSync(process.env.MARK ?? "evil-ran", "")\n';

const FILES = {
  'bunfig.toml': 'preload = ["./evil.cjs"]\nlogLevel = "debug"\n[run]\nbun = true\n[define]\n"process.argv" = "[]"\n',
  '.env':
    'EVIL=from-env-file\nTOOL_PROFILE=nowhere\nTOOL_FILE=nowhere.toml\nNODE_OPTIONS=--require ./evil.cjs\nBUN_OPTIONS=--preload ./evil.cjs\n',
  '.env.local': 'EVIL=from-env-local\n',
  '.env.production': 'EVIL=from-env-production\n',
  'evil.cjs': EVIL,
  'index.js': EVIL,
  'tsconfig.json':
    '{ "extends": "./nowhere.json", "compilerOptions": { "paths": { "*": ["./evil.cjs"] }, "jsx": "react" } }',
  'jsconfig.json': '{ not json',
  'package.json':
    '{ "type": "commonjs", "main": "evil.cjs", "imports": { "#schemas/*": "./evil.cjs" }, "bun": { "preload": "./evil.cjs" }',
  'node_modules/smol-toml/index.js': EVIL,
  'node_modules/zod/index.js': EVIL,
  'manifest.toml':
    '[project]\nname = "hostile"\nrevision = "1.0"\nrequire_reason = false\n[profiles.default]\nNAME = { description = "n", providers = ["file:./values"] }\nADDRESS = { description = "a", composed = "x-${NAME}" }\n',
  'values/hostile/default/NAME': 'value',
};

const cases = {
  'the version is printed, and nothing else': () => {
    const { stdout, stderr, status } = start('--version');
    match(stdout, /^tool \d+\.\d+\.\d+\n$/);
    deepStrictEqual({ stderr, status }, { stderr: '', status: 0 });
  },
  'a value is resolved, cold and warm': () => {
    for (const _ of ['cold', 'warm'])
      deepStrictEqual(start('get', 'ADDRESS'), { stdout: 'x-value', stderr: '', status: 0 });
  },
  'a child gets no variable of a .env file': () => {
    const script = 'echo "${EVIL-unset} ${TOOL_PROFILE-unset} ${NODE_OPTIONS-unset} ${BUN_OPTIONS-unset} $NAME"';
    deepStrictEqual(start('run', '--', 'sh', '-c', script), {
      stdout: 'unset unset unset unset value\n',
      stderr: '',
      status: 0,
    });
  },
  'a mistake is reported in our words': () => {
    const { stderr, status } = start('check', '--profile', 'nope');
    match(stderr, /^error\[E0801\]/);
    strictEqual(status, 1);
  },
  'pipes of every kind are read once, and waiting for one ends with a signal': () => {
    const get = '"$@" get NAME --provider';
    const scripts = [
      `mkfifo pipe; (printf 'NAME=named' > pipe) & ${get} dotenv://pipe`,
      `printf 'NAME=stdin' | ${get} dotenv:///dev/stdin`,
      `printf 'NAME=number' | ${get} dotenv:///dev/fd/0`,
      `mkfifo slow; (exec 3> slow; sleep 0.3; printf NAME= >&3; sleep 0.3; printf slow >&3) & ${get} dotenv://slow`,
      `mkdir -p other/hostile/default; mkfifo other/hostile/default/NAME; (printf file > other/hostile/default/NAME) & ${get} file:./other`,
    ];
    const said = scripts.map((script) => shell(script).stdout);
    deepStrictEqual(said, ['named', 'stdin', 'number', 'slow', 'file']);
    deepStrictEqual(
      started(tool, ['get', 'NAME', '--provider', 'dotenv:///dev/stdin'], { input: 'NAME=socket' }).stdout,
      'socket',
    );
    strictEqual(shell(`mkfifo silent; timeout -s INT 3 ${get} dotenv://silent`).status, 124);
    match(shell(`${get} dotenv:///dev/zero`).stderr, /larger than 64 MiB/);
  },
  'no code of the folder ran': () => strictEqual(existsSync(join(folder, 'evil-ran')), false),
};

function start(...words) {
  return started(tool, words);
}

/** With the words of the tool as its arguments. */
function shell(script) {
  return started(['sh'], ['-c', script, 'sh', ...tool]);
}

function started([program, ...first], words, options = {}) {
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const { stdout, stderr, status } = spawnSync(program, [...first, ...words], {
    ...options,
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { stdout, stderr, status };
}

// Made before the first run, which would otherwise announce it.
mkdirSync(join(root, '.local/state/tool'), { recursive: true });
writeFileSync(join(root, '.local/state/tool/audit.log'), '');

for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}
try {
  process.exitCode = runCases(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}
