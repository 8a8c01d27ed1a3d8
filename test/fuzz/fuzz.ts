/**
 * Feeds every target with generated inputs: `npm run fuzz -- [--runs N] [--seed S] [--target NAME] [--minutes N]`. Prints the seed, which makes the
 * same inputs again, and `N passed, N failed`. Each target runs in a thread of its own; one that stands still for too long is ended. Afterwards the
 * target `wire` sends mutated lines to both sides of the wire, in processes, for ten minutes, or as many as `--minutes` says.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Outcome, Target } from './target.js';
import { targets } from './targets/index.js';
import { fuzzLines } from './wire/fuzz-lines.js';

const DEFAULT_RUNS = 100_000;
const WIRE = 'wire';
const DEFAULT_MINUTES = 10;
const MOST_SESSIONS = 1_000_000;
/** How long one input may take. Far beyond what any takes, also on a machine that does other things. */
const PATIENCE_MS = 120_000;
const MEMORY_MB = 1_500;

/** What the thread of a target is told. */
export interface Task {
  readonly target: string;
  readonly seed: number;
  readonly inputs: number;
  /** One number, raised before each input. */
  readonly counter: SharedArrayBuffer;
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    target: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const runs = Number(values.runs ?? DEFAULT_RUNS);
const seed = Number(values.seed ?? Math.floor(Math.random() * 0x7fffffff)) | 0;
const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
const isChosen = (name: string) => values.target === undefined || name === values.target;
const chosen = targets.filter(({ name }) => isChosen(name));
if (!Number.isSafeInteger(runs) || runs < 1 || !(minutes >= 0) || !(chosen.length > 0 || isChosen(WIRE)))
  throw new Error('--runs and --minutes take a number, --target a name');

console.log(`seed ${seed}`);
let failed = 0;
for (const [index, target] of chosen.entries()) {
  const { failure, inputs } = await fed(target, shareOf(index));
  console.log(`${failure === null ? 'ok' : 'FAILED'} ${target.name}: ${inputs} inputs`);
  if (failure === null) continue;
  failed++;
  console.log(`  input: ${failure.input.slice(0, 4000)}\n  ${failure.error.slice(0, 4000).replaceAll('\n', '\n  ')}`);
  console.log(`  again: npm run fuzz -- --seed ${seed} --target ${target.name} --runs ${shareOf(index)}`);
}
if (isChosen(WIRE) && minutes > 0) {
  const { sessions, problems } = await fuzzLines({
    seed,
    sessions: MOST_SESSIONS,
    until: Date.now() + minutes * 60_000,
    atOnce: 2,
  });
  console.log(`${problems.length === 0 ? 'ok' : 'FAILED'} ${WIRE}: ${sessions} sessions`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem.slice(0, 4000)}`);
  if (problems.length > 0) failed++;
}
const all = chosen.length + (isChosen(WIRE) && minutes > 0 ? 1 : 0);
console.log(`${all - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** All shares together are all runs. */
function shareOf(index: number): number {
  const all = chosen.reduce((sum, { share }) => sum + share, 0);
  const before = chosen.slice(0, index).reduce((sum, { share }) => sum + share, 0);
  const upTo = (share: number) => Math.round((runs * share) / all);
  return Math.max(upTo(before + (chosen[index]?.share ?? 0)) - upTo(before), 1);
}

function fed(target: Target, inputs: number): Promise<Outcome> {
  const counter = new SharedArrayBuffer(4);
  const task: Task = { target: target.name, seed, inputs, counter };
  const thread = new Worker(new URL('./feed.js', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const count = () => Atomics.load(new Int32Array(counter), 0);
  const ended = (error: string): Outcome => {
    return { inputs: count(), failure: { input: target.inputOf(seed, Math.max(count() - 1, 0)), error } };
  };
  return new Promise((resolve) => {
    let last = { count: -1, at: Date.now() };
    const watch = setInterval(() => {
      if (count() !== last.count) last = { count: count(), at: Date.now() };
      else if (Date.now() - last.at > PATIENCE_MS) finish(ended('stands still'));
    }, 500);
    const finish = (outcome: Outcome) => {
      clearInterval(watch);
      void thread.terminate();
      resolve(outcome);
    };
    thread.on('message', finish);
    thread.on('error', (error) => finish(ended(`the thread ended: ${error.message}`)));
  });
}
