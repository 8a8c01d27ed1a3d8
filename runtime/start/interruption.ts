/**
 * Signals that ask this process to end while it waits for a store or a person. The call is given up: what listens to its
 * signal stops and cleans up, nothing is reported, and the process ends by the signal that came, which is what a shell or a
 * supervisor wants to see. Until something is waited for, and once the command of `run` is started, signals are not ours.
 */
import { ignoredSignals, isIn } from '../child/forward-signals.js';
import type { Interruption } from '../session/call.js';

/** Ctrl-C, what supervisors send, a terminal that is closed, and Ctrl-\. The numbers are the same everywhere. */
const ENDING = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1, SIGQUIT: 3 } as const;
type Ending = keyof typeof ENDING;
const NAMES = Object.keys(ENDING) as readonly Ending[];

/** So long what was given up may take to stop. A second signal does not wait. */
const GRACE_MS = 1_000;
const BY_SIGNAL = 128;

/** What operations stop with. Never shown. */
class Interrupted extends Error {}

class ProcessInterruption implements Interruption {
  #controller: AbortController | null = null;
  #received: Ending | null = null;

  get signal(): AbortSignal {
    this.#controller ??= this.#listen();
    return this.#controller.signal;
  }

  get isRequested(): boolean {
    return this.#received !== null;
  }

  release(): void {
    for (const name of NAMES) process.off(name, this.#receive);
    if (this.#received !== null) throw new Interrupted();
  }

  /** Call it when all is done. Does not return where a signal has asked for the end. */
  endIfRequested(): void {
    if (this.#received !== null) this.#endBy(this.#received);
  }

  #listen(): AbortController {
    const ignored = ignoredSignals();
    for (const name of NAMES) if (!isIn(ignored, ENDING[name])) process.on(name, this.#receive);
    return new AbortController();
  }

  readonly #receive = (name: NodeJS.Signals) => {
    const ending = NAMES.find((one) => one === name);
    if (ending === undefined) return;
    if (this.#received !== null) this.#endBy(ending);
    this.#received = ending;
    setTimeout(() => this.#endBy(ending), GRACE_MS);
    this.#controller?.abort(new Interrupted());
  };

  #endBy(name: Ending): never {
    // A signal without a listener does what it does by default.
    for (const one of NAMES) process.off(one, this.#receive);
    process.kill(process.pid, name);
    // Process 1 does not die of signals.
    process.exit(BY_SIGNAL + ENDING[name]);
  }
}

export const interruption = new ProcessInterruption();
