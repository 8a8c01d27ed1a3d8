/**
 * Signals that ask this process to end while it waits for a store or a person. The call is aborted: what listens to its
 * signal stops and cleans up, nothing is reported, and the process ends by the received signal, as a shell or a
 * supervisor expects. What would lose a value if it were given up is finished first (`uninterruptibly`). Until the process waits for
 * something, and once the command of `run` is started, signals are not handled here.
 */
import { endingSignals, ignoredSignals, isIn } from '../child/forward-signals.js';
import { limitTime } from '../limit-time.js';
import { PROGRAM_GRACE_MS } from '../programs/grace.js';
import type { Interruption } from '../session/call.js';

/**
 * Ctrl-C, the signal of supervisors, a closed terminal, and all others that end a process: a question leaves the terminal as it was, and
 * what is half done is removed, whichever of them comes.
 */
const ENDING = endingSignals();

/** How long that which is given up may take to stop, once its programs are killed. A second signal does not wait. */
const GRACE_MS = 500;
const BY_SIGNAL = 128;

/** The error that operations stop with. Never shown. */
class Interrupted extends Error {}

/** What a person types to interrupt the program that has the terminal. */
const KEYS: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT']);

class ProcessInterruption implements Interruption {
  #controller: AbortController | null = null;
  #received: NodeJS.Signals | null = null;
  #isHeld = false;
  #leavesKeys = false;

  get signal(): AbortSignal {
    this.#controller ??= this.#listen();
    return this.#controller.signal;
  }

  get isRequested(): boolean {
    return this.#received !== null;
  }

  async uninterruptibly<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
      if (this.#received !== null) this.#giveUp(this.#received);
    }
  }

  async leavingKeys<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.#leavesKeys = true;
    try {
      return await work();
    } finally {
      this.#leavesKeys = false;
    }
  }

  takeExitCode(): number | null {
    const received = this.#received;
    this.#received = null;
    return received === null ? null : BY_SIGNAL + (ENDING.get(received) ?? 0);
  }

  async release(): Promise<void> {
    if (this.#controller === null) return;
    // A signal may have come that is not reported yet, and without a listener it would be lost: the first turn ends what the system
    // reported before, the second one reports what has come since.
    await nextTurn();
    await nextTurn();
    for (const name of ENDING.keys()) process.off(name, this.#receive);
    if (this.#received !== null) throw new Interrupted();
  }

  /** Call it when all is done. Does not return if a signal has asked the process to end. */
  endIfRequested(): void {
    if (this.#received !== null) this.#endBy(this.#received);
  }

  #listen(): AbortController {
    const ignored = ignoredSignals();
    for (const [name, number] of ENDING) if (!isIn(ignored, number)) process.on(name, this.#receive);
    return new AbortController();
  }

  readonly #receive = (name: NodeJS.Signals) => {
    if (this.#leavesKeys && KEYS.has(name)) return;
    if (this.#isHeld) {
      this.#received ??= name;
      return;
    }
    if (this.#received !== null) this.#endBy(name);
    this.#received = name;
    this.#giveUp(name);
  };

  #giveUp(name: NodeJS.Signals): void {
    // One after the other, so that the end of a killed program is seen also after a stall.
    limitTime(PROGRAM_GRACE_MS, () => limitTime(GRACE_MS, () => this.#endBy(name)));
    this.#controller?.abort(new Interrupted());
  }

  #endBy(name: NodeJS.Signals): never {
    // A signal without a listener has its default effect.
    for (const one of ENDING.keys()) process.off(one, this.#receive);
    process.kill(process.pid, name);
    // Process 1 is not ended by signals.
    process.exit(BY_SIGNAL + (ENDING.get(name) ?? 0));
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export const interruption = new ProcessInterruption();
