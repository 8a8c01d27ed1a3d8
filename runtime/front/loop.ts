/** Timers and signals: all that the front waits for. */
import { host } from './host.js';

interface Timer {
  due: number;
  /** Null for one that comes once. */
  readonly every: number | null;
  readonly work: () => void;
  /** The command is waited for anyway. */
  unref(): Timer;
}

interface Listener {
  readonly name: string;
  readonly heard: (name: string) => void;
}

const SIG_DFL = 0;
const FOREVER = -1;

const timers = new Set<Timer>();
const listeners = new Map<number, Listener[]>();

function started(every: number | null, milliseconds: number, work: () => void): Timer {
  const timer: Timer = { due: host.now() + milliseconds, every, work, unref: () => timer };
  timers.add(timer);
  return timer;
}

export function setTimeout(work: () => void, milliseconds: number): Timer {
  return started(null, milliseconds, work);
}

export function setInterval(work: () => void, milliseconds: number): Timer {
  return started(milliseconds, milliseconds, work);
}

export function setImmediate(work: () => void): Timer {
  return started(null, 0, work);
}

export function clear(timer: Timer): void {
  timers.delete(timer);
}

export function listen(signal: number, listener: Listener): void {
  const before = listeners.get(signal) ?? [];
  listeners.set(signal, [...before, listener]);
  if (before.length === 0) host.listen(signal);
}

export function unlisten(signal: number): void {
  if (listeners.delete(signal)) host.system.signal(signal, SIG_DFL);
}

/** One thing at a time: what it promises is kept before the next one. */
host.turn = () => {
  const next = [...timers].reduce<Timer | null>(
    (first, one) => (first === null || one.due < first.due ? one : first),
    null,
  );
  // Nothing could ever come.
  if (next === null && listeners.size === 0) host.handOver();
  const left = next === null ? FOREVER : Math.max(0, next.due - host.now());
  if (hear(host.wait(left)) || next === null || left > 0) return;
  if (next.every === null) timers.delete(next);
  else next.due += next.every;
  next.work();
};

function hear(signals: number): boolean {
  if (signals === 0) return false;
  for (const [signal, all] of [...listeners]) {
    if (Math.floor(signals / 2 ** signal) % 2 === 1) for (const { heard, name } of all) heard(name);
  }
  return true;
}
