/**
 * A process that waits and is told to end: waits-forever.js deaf|tidy. It prints what happens; `tidy` stops when it is given up.
 */
import { writeSync } from 'node:fs';
import { interruption } from '#runtime/start/interruption.js';

const say = (line: string) => writeSync(1, `${line}\n`);
const isTidy = process.argv[2] === 'tidy';

interruption.signal.addEventListener('abort', () => {
  say('given up');
  if (!isTidy) return;
  // Cleaning up takes a turn or two.
  setImmediate(() => {
    say('cleaned up');
    interruption.endIfRequested();
  });
});
setInterval(() => {}, 1_000);
say('waiting');
