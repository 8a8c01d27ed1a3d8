/**
 * INI files of `test/helpers/ini/real-files.ts` as other programs read them: `configparser` of Python, `git config`, npm. What each lists as
 * `differs` differs on purpose. `node test/stores/ini.mjs`, after a build; ends with `N passed, N failed`.
 */
import { deepStrictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL_FILES } from '../../dist/test/helpers/ini/real-files.js';
import { runCases } from './run-cases.mjs';

const root = mkdtempSync(join(tmpdir(), 'tool-ini-'));
const path = join(root, 'file.ini');

/** Prints the value at each `[section, key]` of its input, null where there is none. */
const CONFIGPARSER = `
import configparser, json, sys
parser = configparser.RawConfigParser(allow_no_value=True, strict=False, default_section=None)
parser.optionxform = str
parser.read(sys.argv[1], encoding='utf-8')
print(json.dumps([parser.get(s, k, fallback=None) if s else None for s, k in json.load(sys.stdin)]))
`;
const READERS = {
  configparser: (places) =>
    JSON.parse(
      run('python3', ['-c', CONFIGPARSER, path], JSON.stringify(places.map(([section, key]) => [section, key]))),
    ),
  git: (places) =>
    places.map(([section, key]) => run('git', ['config', '--file', path, nameIn(section, key)]).slice(0, -1)),
  npm: (places) => {
    const npm = join(run('npm', ['root', '--global']).trim(), 'npm/package.json');
    const read = createRequire(npm)('ini').parse(readFileSync(path, 'utf8'));
    return places.map(([key]) => read[key]);
  },
};

function run(program, words, input = '') {
  const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

/** `[remote "origin"]` is `remote.origin` on the command line of git. */
function nameIn(section, key) {
  return `${section.replace(/^(\S+) "(.*)"$/u, '$1.$2')}.${key}`;
}

function placeOf(pointer) {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const cases = Object.fromEntries(
  REAL_FILES.filter(({ reader }) => reader in READERS).map(({ name, text, values, reader, differs = [] }) => [
    `${name}, as ${reader} reads it`,
    () => {
      writeFileSync(path, text);
      const pointers = Object.keys(values);
      const read = READERS[reader](pointers.map(placeOf));
      const same = pointers.filter((pointer, index) => read[index] === values[pointer]);
      deepStrictEqual(
        same,
        pointers.filter((pointer) => !differs.includes(pointer)),
      );
    },
  ]),
);

try {
  process.exitCode = runCases(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}
