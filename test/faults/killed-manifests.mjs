/**
 * `add` and `init` killed with SIGKILL, at random moments and at every kind of call that touches files: the manifest is the old one
 * or the new one, and one command later nothing is left. `node test/faults/killed-manifests.mjs [--kills N] COMMAND...`; ends with
 * `N passed, N failed`. The kinds of calls need strace.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { canInject, openProject } from './parts/project.mjs';
import { turnsOf } from './parts/system-calls.mjs';

const words = process.argv.slice(2);
const kills = words[0] === '--kills' ? Number(words.splice(0, 2)[1]) : 300;
const project = openProject(words);
const FILE = 'manifest.toml';
const MANIFEST = project.read(FILE);
/** Long, so that writing takes a while. */
const LONG = 'about '.repeat(15_000).trim();

/** Each command with what is there before, and what is there once it has ended. */
const COMMANDS = {
  add: {
    words: ['add', 'NEW', '--description', LONG],
    before: () => writeFileSync(join(project.folder, FILE), MANIFEST),
    old: MANIFEST,
  },
  init: {
    words: ['init', '--from', 'dotenv://names.env', '--project', 'faults'],
    before() {
      project.remove(FILE);
      const names = Array.from({ length: 1_000 }, (_, index) => `NAME_${index}=x\n`);
      writeFileSync(join(project.folder, 'names.env'), names.join(''));
    },
    old: null,
  },
};

/** What the command makes if nothing kills it, and how long it takes. */
function whole({ words: command, before }) {
  before();
  const begin = performance.now();
  const { status, stderr } = project.run(...command);
  strictEqual(status, 0, stderr);
  return { made: project.read(FILE), usual: performance.now() - begin };
}

/** `old` or `new`; anything else is torn. */
function stateOf(command, made) {
  const text = project.read(FILE);
  if (text === made) return 'new';
  strictEqual(text, command.old, 'the manifest is torn');
  return 'old';
}

/** One more command, and all is as if nothing had happened. */
function expectTidy(command, made) {
  command.before();
  strictEqual(project.run(...command.words).status, 0);
  deepStrictEqual([project.read(FILE), project.strays()], [made, []]);
}

async function killAtRandom(name) {
  const command = COMMANDS[name];
  const { made, usual } = whole(command);
  const seen = { old: 0, new: 0, killed: 0 };
  for (let turn = 0; turn < kills; turn++) {
    command.before();
    if (await project.killedAfter(command.words, usual * (0.4 + Math.random() * 0.7))) seen.killed++;
    seen[stateOf(command, made)]++;
  }
  expectTidy(command, made);
  console.log(`   ${name}: ${JSON.stringify(seen)}`);
}

const CALLS = ['openat', 'write', 'pwrite64', 'fsync', 'fchmod', 'ftruncate', 'rename', 'link', 'unlink', 'symlink'];

/** Killed at every call of a kind that touches the project or what the tool keeps. */
async function killAtEvery(call, name) {
  const command = COMMANDS[name];
  const { made } = whole(command);
  command.before();
  for (const turn of turnsOf(project, call, command.words)) {
    command.before();
    const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${turn}`];
    project.around('strace', '-f', '-o', '/dev/null', ...inject, 'tool', ...command.words);
    stateOf(command, made);
  }
  expectTidy(command, made);
}

const names = Object.keys(COMMANDS);
const random = names.map((name) => [`${kills} kills at random moments: ${name}`, () => killAtRandom(name)]);
const atCalls = CALLS.flatMap((call) =>
  names.map((name) => [`killed at every ${call}: ${name}`, () => killAtEvery(call, name)]),
);

try {
  if (!canInject()) console.log('left out: kills at calls, for there is no strace that may trace');
  process.exitCode = await runCasesInTurn(Object.fromEntries([...random, ...(canInject() ? atCalls : [])]));
} finally {
  project.close();
}
