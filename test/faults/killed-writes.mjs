/**
 * `set` killed with SIGKILL, at random moments and at every kind of call that touches files: a value is the old one or the new
 * one, and one write later nothing is left. `node test/faults/killed-writes.mjs [--kills N] COMMAND...`; ends with
 * `N passed, N failed`. The kinds of calls need strace.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { canInject, openProject, PLACES } from './parts/project.mjs';
import { turnsOf } from './parts/system-calls.mjs';

const words = process.argv.slice(2);
const kills = words[0] === '--kills' ? Number(words.splice(0, 2)[1]) : 300;
const project = openProject(words);
/** Long, so that writing takes a while. */
const longValue = (letter) => letter.repeat(100_000);
const [OLD, NEW] = [longValue('o'), longValue('n')];

const nameOf = (value) => (value === null ? 'none' : value === OLD ? 'old' : value === NEW ? 'new' : 'torn');

function setTo(secret, value) {
  const { status, stderr } = project.run('set', secret, value);
  strictEqual(status, 0, stderr);
}

/** After whatever was killed: one write, and all is as if nothing had happened. */
function expectTidy(secret) {
  setTo(secret, 'after');
  deepStrictEqual([project.stored(secret), project.strays()], ['after', []]);
}

/** Moments are spread over the second half of a run, which is where it writes. */
async function killAtRandom(secret) {
  const seen = { old: 0, new: 0, killed: 0, strays: 0 };
  setTo(secret, OLD);
  const begin = performance.now();
  setTo(secret, OLD);
  const usual = performance.now() - begin;
  for (let turn = 0; turn < kills; turn++) {
    if (await project.killedAfter(['set', secret, NEW], usual * (0.4 + Math.random() * 0.7))) seen.killed++;
    const name = nameOf(project.stored(secret));
    strictEqual(['old', 'new'].includes(name), true, `the value is ${name}`);
    seen[name]++;
    seen.strays += project.strays().length > 0 ? 1 : 0;
    if (name === 'new') setTo(secret, OLD);
  }
  expectTidy(secret);
  console.log(`   ${secret}: ${JSON.stringify(seen)}`);
}

const CALLS = [
  'openat',
  'write',
  'pwrite64',
  'fsync',
  'fchmod',
  'ftruncate',
  'rename',
  'link',
  'linkat',
  'unlink',
  'symlink',
];

/** Brings back what a write has left, without a process for each time. */
function replacing(secret) {
  setTo(secret, OLD);
  const file = join(project.folder, PLACES[secret]);
  const bytes = readFileSync(file);
  return () => {
    for (const path of project.strays()) project.remove(path);
    writeFileSync(file, bytes);
  };
}

/** Killed at every call of a kind that touches the project or what the tool keeps. `before` makes what is there. */
function killAtEvery(call, secret, before) {
  before();
  const old = nameOf(project.stored(secret));
  for (const turn of turnsOf(project, call, ['set', secret, NEW])) {
    before();
    const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${turn}`];
    project.around('strace', '-f', '-o', '/dev/null', ...inject, 'tool', 'set', secret, NEW);
    strictEqual(
      [old, 'new'].includes(nameOf(project.stored(secret))),
      true,
      `${call} ${turn}: the value is ${nameOf(project.stored(secret))}`,
    );
  }
  expectTidy(secret);
}

const random = Object.fromEntries(
  Object.keys(PLACES).map((secret) => [`${kills} kills at random moments: ${secret}`, () => killAtRandom(secret)]),
);
const atCalls = Object.fromEntries(
  CALLS.flatMap((call) =>
    Object.keys(PLACES).flatMap((secret) => [
      [`killed at every ${call}, replacing ${secret}`, async () => killAtEvery(call, secret, replacing(secret))],
      [
        `killed at every ${call}, creating ${secret}`,
        async () => killAtEvery(call, secret, () => project.remove(PLACES[secret])),
      ],
    ]),
  ),
);

try {
  if (!canInject()) console.log('left out: kills at calls, for there is no strace that may trace');
  process.exitCode = await runCasesInTurn({ ...random, ...(canInject() && atCalls) });
} finally {
  project.close();
}
