/**
 * A process that waits and is told to end: waits-forever.js deaf|tidy|program|stalled. It prints what happens; `tidy` stops when it is
 * given up, and `program` when a program has ended that ignores SIGTERM; `stalled` too, after a stall that is longer than all it waits for.
 */
import { writeSync } from 'node:fs';
import { nodePorts } from '#runtime/session/node-ports.js';
import { interruption } from '#runtime/start/interruption.js';

const say = (line: string) => writeSync(1, `${line}\n`);
const STALL_MS = 1_700;
const isTidy = process.argv[2] === 'tidy';
const isStalled = process.argv[2] === 'stalled';

const { signal } = nodePorts({ warn: async () => {}, notice: async () => {}, signal: () => interruption.signal });
// Node would print a warning.
for (let listener = 0; listener < 50; listener++) signal.addEventListener('abort', () => {});
signal.addEventListener('abort', () => {
  say('given up');
  if (isStalled) setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS));
  if (!isTidy) return;
  // Cleaning up takes a turn or two.
  setImmediate(() => {
    say('cleaned up');
    interruption.endIfRequested();
  });
});
setInterval(() => {}, 1_000);
if (process.argv[2] === 'program' || isStalled) {
  const { runProgram } = await import('#runtime/programs/run-program.js');
  const words = ['-c', `trap '' TERM; echo "$$" >"$0"; while :; do sleep 0.05; done`, process.argv[3] ?? ''];
  const limits = { deadlineMs: 600_000, stdoutBytes: 100, stderrBytes: 100 };
  void runProgram({ path: '/bin/sh', words, environment: new Map(), folder: '/', limits, signal }).then(({ kind }) => {
    say(kind);
    interruption.endIfRequested();
  });
}
say('waiting');
