/**
 * `delete` and `import` killed with SIGKILL, at random moments and at every call that gives a file a name or takes it: a value is whole
 * where it is, a moved one is in one of its two places at least, its neighbours stay, and a second run completes the command.
 * `node test/faults/killed-moves.mjs [--kills N] COMMAND...`; ends with `N passed, N failed`. The kinds of calls need strace.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { canInject, openProject } from './parts/project.mjs';

const MANIFEST = `[project]
name = "faults"
revision = "1.0"
require_reason = false

[profiles.default]
LINE = { description = "In a file of lines", providers = ["dotenv:new.env"] }
ENTRY = { description = "A file of its own", providers = ["file:./values"] }
SEALED = { description = "In an encrypted file", providers = ["age:secrets.age?identity=~/own.key"] }

[profiles.rest]
SEALED_REST = { description = "Its neighbour", providers = ["age:secrets.age?identity=~/own.key"] }
`;
const words = process.argv.slice(2);
const kills = words[0] === '--kills' ? Number(words.splice(0, 2)[1]) : 300;
const project = openProject(words, MANIFEST);
const NAMES = ['LINE', 'ENTRY', 'SEALED'];
const ENTRY_FILE = 'values/faults/default/ENTRY';
const SOURCE = 'old.env';
const REST = 'REST=keeps-its-place\n';
/** Long, so that writing takes a while. */
const textOf = (name) => `${name.toLowerCase()}-`.repeat(10_000);
const lineOf = (name) => `${name}=${textOf(name)}\n`;
const beside = (folder) => join(project.folder, '..', folder);

function succeed(...command) {
  const { status, stderr } = project.run(...command);
  strictEqual(status, 0, stderr);
}

/** A copy of the project in one of its states, which is brought back before each kill. */
function keep(state) {
  cpSync(project.folder, beside(state), { recursive: true });
}
function bring(state) {
  for (const path of ['new.env', 'values', 'secrets.age', SOURCE]) project.remove(path);
  for (const path of project.strays()) project.remove(path);
  cpSync(beside(state), project.folder, { recursive: true });
}

/** In `empty` everything is in the source, in `full` in the stores; what the age file holds besides is in both. */
function makeStates() {
  writeFileSync(join(project.folder, 'new.env'), REST);
  writeFileSync(join(project.folder, SOURCE), `${REST}${NAMES.map(lineOf).join('')}`);
  succeed('set', 'SEALED_REST', 'keeps-its-place', '--profile', 'rest');
  keep('empty');
  succeed('import', `dotenv://${SOURCE}`);
  keep('full');
}

/** What is in the store, or null; a torn value is neither. */
const STORED = {
  LINE: () => /^LINE=(.*)$/mu.exec(project.read('new.env') ?? '')?.[1] ?? null,
  ENTRY: () => project.read(ENTRY_FILE),
  SEALED: () => sealed('SEALED'),
};
/** The age file is opened by the tool itself, and only if it is neither of those that are known. */
function sealed(name, ...options) {
  const bytes = readFileSync(join(project.folder, 'secrets.age'));
  if (name === 'SEALED' && bytes.equals(readFileSync(join(beside('empty'), 'secrets.age')))) return null;
  if (name === 'SEALED' && bytes.equals(readFileSync(join(beside('full'), 'secrets.age')))) return textOf(name);
  const { status, stdout, stderr } = project.run('get', name, ...options);
  if (status === 0) return stdout.trimEnd();
  ok(stderr.includes('E1009') || /not found|missing|no value/u.test(stderr), `${name} cannot be read: ${stderr}`);
  return null;
}

function whole(name) {
  const value = STORED[name]();
  ok(value === null || value === textOf(name), `${name} is torn`);
  return value !== null;
}

function expectNeighbours() {
  ok(project.read('new.env').includes(REST), 'the neighbour in new.env is lost');
  ok(project.read(SOURCE).includes(REST), 'the neighbour in the source is lost');
}

const isInSource = (name) => project.read(SOURCE).includes(lineOf(name));

/** `isLost`: whether this state is one in which a value is gone that must not be. */
const COMMANDS = {
  delete: {
    words: ['delete', ...NAMES],
    from: 'full',
    expectSafe: () =>
      deepStrictEqual(
        NAMES.filter((name) => !isInSource(name)),
        [],
      ),
    ends: { stored: [], source: NAMES },
  },
  import: {
    words: ['import', `dotenv://${SOURCE}`],
    from: 'empty',
    expectSafe: () =>
      deepStrictEqual(
        NAMES.filter((name) => !isInSource(name)),
        [],
      ),
    ends: { stored: NAMES, source: NAMES },
  },
  'import --delete-source': {
    words: ['import', `dotenv://${SOURCE}`, '--delete-source'],
    from: 'empty',
    expectSafe: (stored) =>
      deepStrictEqual(
        NAMES.filter((name) => !isInSource(name) && !stored.includes(name)),
        [],
      ),
    ends: { stored: NAMES, source: [] },
  },
};

/** How long it takes if nothing kills it. */
function timed(command, from) {
  bring(from);
  const begin = performance.now();
  succeed(...command);
  return performance.now() - begin;
}

async function killAtRandom(moved) {
  const { words: command, from } = moved;
  const seen = { killed: 0, untouched: 0, partly: 0, complete: 0 };
  let usual = timed(command, from);
  while (seen.killed < kills) {
    bring(from);
    const isKilled = await project.killedAfter(command, usual * (0.3 + Math.random() * 0.8));
    // A busy machine gets slower and faster meanwhile.
    if (isKilled) seen.killed++;
    else usual *= 0.95;
    const reached = expectCompleted(moved);
    if (isKilled) seen[reached]++;
    if (reached === 'untouched') usual *= 1.03;
  }
  expectTidy();
  console.log(`   ${command[0]}: ${JSON.stringify(seen)}`);
}

/** After a kill nothing is lost, and a second run completes the command. How far the first one came. */
function expectCompleted({ words: command, from, expectSafe, ends }) {
  const state = stateOf();
  expectNeighbours();
  expectSafe(state.stored);
  succeed(...command);
  // A lock stays until the next change of its file; nothing else does.
  deepStrictEqual([stateOf(), project.strays().filter((path) => !path.endsWith('.tool-lock'))], [ends, []]);
  expectNeighbours();
  return progress(state, from, ends);
}

const CALLS = ['link', 'rename', 'symlink', 'unlink'];
const MOST_OF_A_KIND = 30;

/** Killed at the n-th call of a kind for every n, until the command gets through. */
async function killAtEvery(call, moved) {
  for (let turn = 1; turn <= MOST_OF_A_KIND; turn++) {
    bring(moved.from);
    const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${turn}`];
    const { status } = project.around('strace', '-f', '-o', '/dev/null', ...inject, 'tool', ...moved.words);
    expectCompleted(moved);
    if (status === 0) return;
  }
}

/** After one more change of each file nothing is left of those that were killed. */
function expectTidy() {
  strictEqual(sealed('SEALED_REST', '--profile', 'rest'), 'keeps-its-place');
  for (const name of NAMES) {
    succeed('set', name, 'x', '--provider', `dotenv://${SOURCE}`);
    succeed('set', name, 'x');
  }
  deepStrictEqual(project.strays(), []);
}

function stateOf() {
  return { stored: NAMES.filter(whole), source: NAMES.filter(isInSource) };
}

function progress(state, from, ends) {
  const first = { stored: from === 'full' ? NAMES : [], source: NAMES };
  const is = (other) => JSON.stringify(state) === JSON.stringify(other);
  return is(ends) ? 'complete' : is(first) ? 'untouched' : 'partly';
}

const commands = Object.entries(COMMANDS);
const random = commands.map(([name, command]) => [
  `${kills} kills at random moments: ${name}`,
  () => killAtRandom(command),
]);
const atCalls = CALLS.flatMap((call) =>
  commands.map(([name, command]) => [`killed at every ${call}: ${name}`, () => killAtEvery(call, command)]),
);

try {
  makeStates();
  if (!canInject()) console.log('left out: kills at calls, for there is no strace that may trace');
  process.exitCode = await runCasesInTurn(Object.fromEntries([...random, ...(canInject() ? atCalls : [])]));
} finally {
  project.close();
}
