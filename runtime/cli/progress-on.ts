/**
 * Progress of long work, as one line on the terminal of standard error. Most work is over before it is shown: until then this
 * costs a timer, which keeps no process alive, and not even that if the work is over within the same turn of the loop.
 */
import type { Progress, ProgressStep } from '../execute/ports.js';
import type { CallContext } from '../session/call.js';
import type { ProgressLine } from './progress-line.js';

/** Shorter work shows nothing. */
const DELAY_MS = 500;

export function progressOn({ variables }: CallContext): Progress {
  let latest: ProgressStep | null = null;
  let turn: NodeJS.Immediate | null = null;
  let timer: NodeJS.Timeout | null = null;
  let line: ProgressLine | null = null;
  const show = async () => {
    timer = null;
    const { progressLine } = await import('./progress-line.js');
    line ??= progressLine(variables);
    if (latest !== null) line.show(latest);
  };
  const wait = () => {
    turn = null;
    timer ??= setTimeout(show, DELAY_MS).unref();
  };
  return (step) => {
    latest = step;
    if (step === null) {
      if (turn !== null) clearImmediate(turn);
      if (timer !== null) clearTimeout(timer);
      turn = timer = null;
      line?.clear();
    } else if (line?.isShown === true) line.show(step);
    else if (timer === null) turn ??= setImmediate(wait);
  };
}
