/**
 * What `tool export` prints in each format, read by the program that it is for: `node test/stores/export-readers.mjs COMMAND...`. Values
 * that are read as something else by some program come back exactly, and what a format cannot hold is refused with nothing printed.
 * Ends with `N passed, N failed`; one line reports each program that is missing.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readers } from './export/readers.mjs';
import { bytes, lines, long, returns, texts } from './export/values.mjs';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-export-'));
const all = { ...texts, ...lines, ...returns, ...long };
/** What each cannot hold besides values that are not text; the longest line of docker is tried apart. */
const REFUSED = {
  docker: { ...lines, ...returns },
  csh: { ...lines, WINDOWS_END: returns.WINDOWS_END },
  systemd: { NONCHARACTER: texts.NONCHARACTER },
};

/** A project with these values in files, byte for byte. */
function exported(values, format) {
  const folder = mkdtempSync(join(root, 'project-'));
  const at = join(folder, 'files/shop/default');
  mkdirSync(at, { recursive: true });
  for (const [name, value] of Object.entries(values)) writeFileSync(join(at, name), value);
  const secrets = Object.keys(values).map((name) => `${name} = { description = "A value" }`);
  const head =
    '[project]\nname = "shop"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["file:files"]';
  writeFileSync(join(folder, 'manifest.toml'), `${head}\n[profiles.default]\n${secrets.join('\n')}\n`);
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const words = [...tool.slice(1), 'export', '--format', format];
  return spawnSync(tool[0], words, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1e8 });
}

function comesBack(format, values, read) {
  const { status, stdout, stderr } = exported(values, format);
  strictEqual(status, 0, stderr);
  const file = join(root, `exported.${format}`);
  writeFileSync(file, stdout);
  const got = read(file);
  deepStrictEqual(Object.fromEntries(Object.keys(values).map((name) => [name, got[name]])), values);
}

function isRefused(format, name, value) {
  const { status, stdout, stderr } = exported({ ...texts, [name]: value }, format);
  deepStrictEqual([status, stdout], [1, '']);
  match(stderr, new RegExp(`^error\\[E12(?:02|03|16)\\].*the value of \`${name}\` `, 'su'));
  for (const line of String(value)
    .split('\n')
    .filter((part) => part.length > 2))
    strictEqual(stderr.includes(line), false, 'a value is shown');
}

const without = (values, left) => Object.fromEntries(Object.entries(values).filter(([name]) => !(name in left)));

function casesOf([format, { program, read }]) {
  const found = program();
  const refused = REFUSED[format] ?? {};
  if (found === null) console.log(`left out: ${format}, whose program is not installed`);
  // PowerShell before 7.5 has no empty variables.
  const kept = without(all, format === 'powershell' ? { ...refused, EMPTY: '' } : refused);
  return {
    ...(found !== null && {
      [`${format}: ${Object.keys(kept).length} values come back`]: () =>
        comesBack(format, kept, (file) => read(found, file)),
    }),
    ...Object.fromEntries(
      Object.entries({ ...bytes, ...refused }).map(([name, value]) => [
        `${format}: ${name} is refused, and nothing printed`,
        () => isRefused(format, name, value),
      ]),
    ),
  };
}

const LONGEST = 65_535 - 'AT_LIMIT='.length;
const cases = {
  ...Object.assign({}, ...Object.entries(readers).map(casesOf)),
  'docker: a line as long as Docker reads comes back': () => {
    const { program, read } = readers.docker;
    const found = program();
    if (found !== null) comesBack('docker', { AT_LIMIT: 'x'.repeat(LONGEST) }, (file) => read(found, file));
  },
  'docker: a longer one is refused': () => isRefused('docker', 'AT_LIMIT', 'x'.repeat(LONGEST + 1)),
};

process.exitCode = runCases(cases);
rmSync(root, { recursive: true, force: true });
