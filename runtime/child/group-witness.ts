/**
 * Who sent a signal: the terminal, to every process of its foreground group and so to the command, too, or a process, to this one alone.
 * Neither runtime tells. So a process that does nothing is put into our group: a signal that does not end it was for us.
 */
import { statOf } from '../files/process-stat.js';
import { limitTime } from '../limit-time.js';

/** Reads from us until we end. What the terminal sends ends it, and no image of its memory is kept. */
const SHELL = '/bin/sh';
const SCRIPT = 'ulimit -c 0; exec cat';
/** Nothing of ours: it has no use for values, and its folder may be removed. */
const SURROUNDINGS = { env: { PATH: '/usr/bin:/bin' }, cwd: '/' };

/** For a process to end, on a busy machine. */
const END_MS = 500;

/** These end no process, so nothing can be learned from them. A terminal sends them whenever its size changes. */
const HARMLESS: ReadonlySet<string> = new Set(['SIGWINCH']);

export class GroupWitness {
  #witness = started();
  readonly #inQuestion = new Set<string>();

  /**
   * Calls `alone` if the group does not get this signal. Several of one kind that come meanwhile are one, as the system counts
   * them, too.
   */
  judge(signal: string, alone: () => void): void {
    if (HARMLESS.has(signal) || this.#inQuestion.has(signal)) return;
    this.#inQuestion.add(signal);
    const witness = this.#witness;
    limitTime(END_MS, () => {
      this.#inQuestion.delete(signal);
      if (!witness.hasEnded()) alone();
      else if (witness === this.#witness) this.#witness = started();
    });
  }

  end(): Promise<void> {
    return this.#witness.end();
  }
}

interface Witness {
  readonly hasEnded: () => boolean;
  /** Ends it and waits for that: a process 1 that waits for no orphans would keep it for ever. */
  readonly end: () => Promise<void>;
}

/** Where it cannot be started, all signals are left to the terminal. */
function started(): Witness {
  const { spawn } = process.getBuiltinModule('node:child_process');
  try {
    const child = spawn(SHELL, ['-c', SCRIPT], { ...SURROUNDINGS, stdio: ['pipe', 'ignore', 'ignore'] });
    let isGone = false;
    const ended = new Promise<void>((resolve) => {
      const gone = () => {
        isGone = true;
        resolve();
      };
      for (const end of ['exit', 'error']) child.on(end, gone);
    });
    child.stdin?.on('error', () => {});
    return {
      hasEnded: () => isGone || isEnding(child.pid),
      async end() {
        if (isGone) return;
        child.kill('SIGKILL');
        await Promise.race([ended, elapsed(END_MS)]);
      },
    };
  } catch {
    return { hasEnded: () => true, end: async () => {} };
  }
}

/** Known before its parent gets the signal, which as process 1 may have waited for it elsewhere. */
function isEnding(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  return statOf('self') !== null && (statOf(pid)?.state ?? 'Z') === 'Z';
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void limitTime(milliseconds, resolve));
}
