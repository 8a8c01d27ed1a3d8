/**
 * The completion in the shells themselves: something is typed, Tab and Enter pressed, and the arguments that `tool` then gets are
 * compared. Names and descriptions try to run commands. `node test/stores/completions.mjs COMMAND...`; needs python3; a shell that is
 * not installed is left out, with one line. Ends with `N passed, N failed`.
 */
import { doesNotMatch, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shells } from './completions/shells.mjs';
import { makeWorld, PROFILES } from './completions/world.mjs';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);

/** What is typed before Tab, and the arguments of `tool` after it. */
const LINES = {
  'tool compl': ['completions'],
  'tool plan di': ['plan', 'diff'],
  'tool run --remove': ['run', '--remove-files'],
  'tool check --format j': ['check', '--format', 'json'],
  'tool get DB_UR': ['get', 'DB_URL'],
  'tool -P production get DB_UR': ['-P', 'production', 'get', 'DB_URL'],
  'tool run --scope w': ['run', '--scope', 'worker'],
  'tool get -p tea': ['get', '-p', 'team'],
  'tool get -p dotenv://.env.l': ['get', '-p', 'dotenv://.env.local'],
  'tool explain E0203': ['explain', 'E0203'],
  'tool lint --allow W0604': ['lint', '--allow', 'W0604'],
  'tool check --file man': ['check', '--file', 'manifest.toml'],
  'tool check --file=man': ['check', '--file=manifest.toml'],
  'tool check --file a': ['check', '--file', 'a folder/'],
  'tool check --profile=prod': ['check', '--profile=production'],
  'tool check -Pprod': ['check', '-Pproduction'],
  'tool run -- marker-p': ['run', '--', 'marker-program'],
  'tool run -- cat man': ['run', '--', 'cat', 'manifest.toml'],
  'tool check --file ~/in-h': ({ home }) => ['check', '--file', join(home, 'in-home')],
  'tool check -P control': ['check', '-P', 'control'],
  "tool check -P 'bl": ['check', '-P', PROFILES.bl],
  'tool check -P "bl': ['check', '-P', PROFILES.bl],
  ...Object.fromEntries(
    Object.entries(PROFILES).map(([typed, name]) => [`tool check -P ${typed}`, ['check', '-P', name]]),
  ),
};

const LISTS_DESCRIPTIONS = ['zsh', 'fish', 'elvish', 'nushell'];
const DESCRIPTION = 'Say $(touch pwned)';

const BROKEN = {
  'tool get DB_UR': ['get', 'DB_UR'],
  'tool compl': ['completions'],
  'tool check --fo': ['check', '--format'],
};

const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-completions-'));
const cases = {};
for (const [name, { program, complete }] of Object.entries(shells)) {
  const path = program();
  if (path === null) {
    console.log(`left out  ${name}: it is not installed`);
    continue;
  }
  const world = makeWorld(join(root, name), tool);
  const script = join(world.root, `script.${name}`);
  writeFileSync(script, spawnSync(tool[0], [...tool.slice(1), 'completions', name]).stdout);
  const listed = LISTS_DESCRIPTIONS.includes(name) ? DESCRIPTION : '';
  const typing = (lines, cwd, awaited = '') => complete(path, script, lines, { cwd, world, listed: awaited });
  const asText = (words) => words.map((word) => `${word}\0`).join('');
  const inWork = attempt(() => typing([...Object.keys(LINES), 'tool get D\t'], world.work, listed));
  const inBroken = attempt(() => typing(Object.keys(BROKEN), world.broken));
  const compare = (lines, outcome) => {
    for (const [index, [line, words]] of Object.entries(lines).entries())
      cases[`${name}: ${line}${lines === BROKEN ? ' (broken manifest)' : ''}`] = () =>
        strictEqual(outcome().results[index], asText(typeof words === 'function' ? words(world) : words));
  };
  compare(LINES, inWork);
  compare(BROKEN, inBroken);
  cases[`${name}: nothing that names or descriptions say is run, and none of their control characters is shown`] =
    () => {
      inWork();
      strictEqual(world.isAttacked(), false);
      doesNotMatch(inWork().shown, /\u001b\[31mRED|RED\u0007/u);
    };
  if (listed !== '')
    cases[`${name}: descriptions are shown as text`] = () => ok(inWork().shown.includes(listed), inWork().shown);
  cases[`${name}: nothing is reported for a broken manifest`] = () =>
    doesNotMatch(inBroken().shown, /error\[|\[E\d{4}\]/u);
}
process.exitCode = runCases(cases);
rmSync(root, { recursive: true, force: true });

/** The outcome, or what was thrown, whenever it is asked for. */
function attempt(make) {
  try {
    const made = make();
    return () => made;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
