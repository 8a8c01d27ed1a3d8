/** A process that is told to end by itself right before it stops listening, while the event loop is in different phases. */
import { readFile } from 'node:fs';
import { interruption } from '#runtime/start/interruption.js';

const phases: Readonly<Record<string, (then: () => void) => void>> = {
  poll: (then) => readFile('/dev/null', then),
  check: (then) => setImmediate(then),
  timers: (then) => setTimeout(then, 1),
};

void interruption.signal;
phases[process.argv[2] ?? '']?.(async () => {
  process.kill(process.pid, 'SIGTERM');
  await interruption.release().catch(() => console.log('asked to end'));
  interruption.endIfRequested();
});
