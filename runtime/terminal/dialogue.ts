/**
 * One question on the controlling terminal, from the label to the line that ends it. However it ends, the terminal is as it was:
 * by an answer, a signal, the end of the process, or a terminal that is closed; and while the process is stopped.
 */
import { type Key, LineEditor } from './line-editor.js';
import type { PromptTerminal } from './prompt-terminal.js';

/** How often the terminal is looked at: too often for a person to notice, and too seldom to cost anything. */
const TURN_MS = 15;
/** A stop begins within this time, unless there is no shell to continue us. */
const STOP_MS = 50;
/** A signal gives the call up within this time, unless it is ignored. */
const SIGNAL_MS = 500;
const OWN_GROUP = 0;

const SIGNALS = { interrupt: 'SIGINT', quit: 'SIGQUIT' } as const;

export class Dialogue {
  readonly #terminal: PromptTerminal;
  readonly #signal: AbortSignal;
  /** Text for the terminal, already harmless. */
  readonly #shown: { readonly lines: readonly string[]; readonly label: string };
  #isStopAsked = false;
  #isContinued = false;

  constructor(
    terminal: PromptTerminal,
    signal: AbortSignal,
    shown: { readonly lines: readonly string[]; readonly label: string },
  ) {
    this.#terminal = terminal;
    this.#signal = signal;
    this.#shown = shown;
  }

  /** What is typed with nothing shown; null where there is no answer to be had. */
  async hiddenLine(): Promise<string | null> {
    const onExit = () => this.#terminal.restore();
    process.on('exit', onExit);
    process.on('SIGTSTP', this.#onStop);
    process.on('SIGCONT', this.#onContinue);
    try {
      return this.#terminal.hide() ? await this.#hidden() : null;
    } finally {
      process.off('SIGCONT', this.#onContinue);
      process.off('SIGTSTP', this.#onStop);
      process.off('exit', onExit);
      this.#terminal.restore();
    }
  }

  /** What is typed as the terminal shows it; its own keys edit and interrupt. Null where there is no answer to be had. */
  async shownLine(): Promise<string | null> {
    this.#terminal.forget();
    await this.#show();
    for (let editor = new LineEditor(); !this.#signal.aborted; ) {
      const typed = await this.#typed();
      if (typed === null) continue;
      if (typed === 'end') return this.#ended(editor.problem === null ? editor.text : null);
      if (editor.type(typed) !== 'enter') continue;
      const { problem } = editor;
      if (problem === null) return editor.text;
      editor = new LineEditor();
      await this.#write(this.#askedAgain(problem));
    }
    return null;
  }

  async #hidden(): Promise<string | null> {
    this.#terminal.forget();
    await this.#show();
    for (let editor = new LineEditor(); !this.#signal.aborted; ) {
      const typed = await this.#typed();
      if (typed === 'end') return this.#closed();
      await this.#followJobControl();
      // Where it cannot be hidden again, nothing more is taken.
      if (!this.#terminal.isHidden) break;
      this.#terminal.hideStill();
      const key = typed && editor.type(typed);
      if (key === null) continue;
      const { problem } = editor;
      if (key === 'enter' && problem === null) return this.#ended(editor.text);
      if (key === 'enter') {
        editor = new LineEditor();
        await this.#write(`\n${this.#askedAgain(problem)}`);
      } else if (key === 'suspend') await this.#stop(OWN_GROUP);
      else await this.#passOn(key);
    }
    return this.#ended(null);
  }

  /** The signal that comes with it says more than that there is no answer. */
  async #closed(): Promise<null> {
    await elapsed(SIGNAL_MS, this.#signal);
    return null;
  }

  async #ended(answer: string | null): Promise<string | null> {
    await this.#write('\n');
    return answer;
  }

  async #passOn(key: Exclude<Key, 'enter' | 'suspend'>): Promise<void> {
    this.#terminal.restore();
    this.#terminal.interrupt(SIGNALS[key]);
    await elapsed(SIGNAL_MS, this.#signal);
    if (!this.#signal.aborted) this.#terminal.hide();
  }

  async #followJobControl(): Promise<void> {
    if (this.#isStopAsked) await this.#stop(process.pid);
    if (this.#isContinued) await this.#again();
  }

  /** Stops with the terminal as it was, and asks again when continued. */
  async #stop(processes: number): Promise<void> {
    this.#isStopAsked = false;
    process.off('SIGTSTP', this.#onStop);
    this.#terminal.restore();
    process.kill(processes, 'SIGTSTP');
    await elapsed(STOP_MS, this.#signal);
    process.on('SIGTSTP', this.#onStop);
    await this.#again();
  }

  /** The shell has set modes of its own meanwhile. One that was continued to be ended may be in the background, where this would stop it. */
  async #again(): Promise<void> {
    // A signal that came with it may be heard after it.
    await this.#turn();
    this.#isContinued = false;
    if (this.#signal.aborted) return;
    this.#terminal.restore();
    this.#terminal.hide();
    await this.#write(`\n${this.#shown.label} `);
  }

  readonly #onStop = () => {
    this.#isStopAsked = true;
  };
  readonly #onContinue = () => {
    this.#isContinued = true;
  };

  #askedAgain(problem: string | null): string {
    return `The input ${problem}. Enter it again.\n${this.#shown.label} `;
  }

  #show(): Promise<void> {
    const { lines, label } = this.#shown;
    return this.#write(`${lines.map((line) => `${line}\n`).join('')}${label} `);
  }

  /** Null where nothing was typed for a while. */
  async #typed(): Promise<Uint8Array | 'end' | null> {
    const typed = this.#terminal.read();
    if (typed !== 'nothing yet') return typed;
    await this.#turn();
    return null;
  }

  /** Output may be held up, by Ctrl-S. */
  async #write(text: string): Promise<void> {
    let rest: Uint8Array = Buffer.from(text);
    for (;;) {
      rest = rest.subarray(this.#terminal.write(rest));
      if (rest.length === 0 || this.#signal.aborted) return;
      await this.#turn();
    }
  }

  #turn(): Promise<void> {
    return elapsed(TURN_MS, this.#signal);
  }
}

/** Ends early when the call is given up. */
function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
