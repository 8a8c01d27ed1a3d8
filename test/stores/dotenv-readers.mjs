/**
 * The dotenv files that the tool writes, read by other programs: the dotenv of npm, Node, Docker Compose, godotenv and python-dotenv read
 * every value as the tool does, except those that no spelling says alike to all. `node test/stores/dotenv-readers.mjs COMMAND...`
 * needs Go, npm and python3 once; ends with `N passed, N failed`.
 */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmReading } from '../../dist/runtime/providers/dotenv/npm-reading.js';
import { parseDotenv } from '../../dist/runtime/providers/dotenv/parse-dotenv.js';
import { otherReaders } from './dotenv/readers.mjs';
import { spellings } from './dotenv/spellings.mjs';
import { onlyOurs, readByAll } from './dotenv/values.mjs';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-dotenv-'));
const readers = otherReaders();

/** A project with these values in files, byte for byte, and `.env` as the store that `import` writes to. */
function projectWith(values, text = '') {
  const folder = mkdtempSync(join(root, 'project-'));
  const names = values.map((_, index) => nameOf(index));
  const secrets = names.map((name) => `${name} = { description = "A value" }`).join('\n');
  const settings =
    '[project]\nname = "shop"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["dotenv"]';
  writeFileSync(join(folder, 'manifest.toml'), `${settings}\n[profiles.default]\n${secrets}\n`);
  writeFileSync(join(folder, '.env'), text);
  mkdirSync(join(folder, 'files/shop/default'), { recursive: true });
  for (const [index, value] of values.entries()) writeFileSync(join(folder, 'files/shop/default', names[index]), value);
  const start = (...words) => {
    const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
    const { status, stdout, stderr } = spawnSync(tool[0], [...tool.slice(1), ...words], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    strictEqual(status, 0, stderr);
    return stdout;
  };
  return { start, written: () => readFileSync(join(folder, '.env'), 'utf8') };
}

function nameOf(index) {
  return `VALUE_${index}`;
}

/** What `export` prints for these values, and the file that `import` leaves. */
function writtenFor(values) {
  const { start, written } = projectWith(values);
  const exported = start('export', '--format', 'dotenv', '--provider', 'file:files');
  start('import', 'file:files');
  return { export: exported, import: written() };
}

function ours(text) {
  const read = parseDotenv(text);
  return read.kind === 'dotenv' ? Object.fromEntries(read.assignments.map(({ key, value }) => [key, value])) : null;
}

/** All common values in one file, so that none of them changes how another is read. */
function commonCases() {
  const cases = {};
  for (const [command, text] of Object.entries(writtenFor(readByAll)))
    for (const [program, read] of Object.entries({ tool: (texts) => texts.map(ours), ...readers })) {
      const [found] = read([text]);
      for (const [index, value] of readByAll.entries())
        cases[`${command}: ${program} reads ${JSON.stringify(value)}`] = () =>
          strictEqual(found?.[nameOf(index)], value);
      cases[`${command}: ${program} reads nothing else`] = () =>
        strictEqual(Object.keys(found ?? {}).length, readByAll.length);
    }
  return cases;
}

/** Each in a file of its own: some readers lose the rest of the file. */
function onlyOursCases() {
  const tried = onlyOurs.flatMap((value, index) =>
    spellings(value).map((spelling) => ({ index, text: `BEFORE=1\n${nameOf(0)}=${spelling}\n` })),
  );
  const texts = tried.map(({ text }) => text);
  const found = [texts.map(ours), ...Object.values(readers).map((read) => read(texts))];
  const cases = {};
  for (const [index, value] of onlyOurs.entries()) {
    cases[`the tool reads back ${JSON.stringify(value)}`] = () => {
      for (const text of Object.values(writtenFor([value]))) strictEqual(ours(text)?.[nameOf(0)], value);
    };
    cases[`no spelling of ${JSON.stringify(value)} is read alike`] = () => {
      const isRead = (place) => found.every((each) => each[place]?.[nameOf(0)] === value && each[place].BEFORE === '1');
      const common = tried.filter((each, place) => each.index === index && isRead(place));
      deepStrictEqual(common, []);
    };
  }
  return cases;
}

const BY_HAND =
  '\ufeff# by hand\r\n\r\nexport VALUE_0 = "old"   # one # two\r\nOTHER=`x` ${Y}\r\nVALUE_1=old\t# why\r\nVALUE_2=# empty\r\n';
const CHANGED = ['p#ss', 'a$$b', "it's"];

function editCases() {
  const { start, written } = projectWith(CHANGED, BY_HAND);
  for (const [index, value] of CHANGED.entries()) start('set', nameOf(index), value);
  const text = written();
  return {
    'a write changes the values and no other byte': () =>
      strictEqual(
        text,
        BY_HAND.replace('"old"', "'p#ss'").replace('VALUE_1=old', "VALUE_1='a$$$$b'").replace('=#', '="it\'s"#'),
      ),
    ...Object.fromEntries(
      Object.entries(readers).map(([program, read]) => [
        `${program} reads what was changed before comments`,
        () => {
          const [found] = read([text.replace(/^OTHER.*\r\n/m, '').replace('\ufeff', '')]);
          deepStrictEqual(
            CHANGED.map((_, index) => found?.[nameOf(index)]),
            CHANGED,
          );
        },
      ]),
    ),
  };
}

/** `init` compares with the dotenv of npm without having it. */
function comparisonCases() {
  const name = 'dotenv of npm';
  const texts = [...readByAll, ...onlyOurs].flatMap((value) =>
    spellings(value).map((text) => `A=1\nB = ${text}\nC: ${text}\n\n export D=${text} # x\n`),
  );
  const found = readers[name]?.(texts);
  if (found === undefined) return {};
  return {
    'init knows what the dotenv of npm reads': () => {
      for (const [place, text] of texts.entries())
        deepStrictEqual(Object.fromEntries(npmReading(text)), found[place], text);
    },
  };
}

try {
  ok(readByAll.length + onlyOurs.length >= 40);
  notStrictEqual(Object.keys(readers).length, 0);
  process.exitCode = runCases({ ...commonCases(), ...onlyOursCases(), ...editCases(), ...comparisonCases() });
} finally {
  rmSync(root, { recursive: true, force: true });
}
