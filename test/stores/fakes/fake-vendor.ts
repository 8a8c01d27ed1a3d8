/**
 * What the fakes of vendors' programs have in common. A fake is a function over a vault that is one JSON file, so that calls in this
 * process (`programs`) and processes of their own (`installed`, `started.ts`) share it. Each call is written down. Beside each quirk of a
 * fake stands where it is known from.
 */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FakeEnd, type FakeRun, fakePrograms } from '../../helpers/fake-programs.js';
import { type Fault, faultFor, faulty } from './fault.js';
import { locked } from './locked-file.js';

export interface VendorFake<State> {
  /** The name of the program, and of the file in this folder that exports this as `vendor`. */
  readonly program: string;
  readonly empty: () => State;
  /** The variables whose values are written down. */
  readonly variables: readonly string[];
  /** The variables of a person who has unlocked the empty vault. */
  readonly session?: Readonly<Record<string, string>>;
  /** One call. Changes of `state` are kept. */
  readonly run: (run: Asked, state: State) => FakeEnd;
}
export type Asked = Pick<FakeRun, 'words' | 'input' | 'variable'>;

/** What is written down of a call. */
export interface LoggedRun {
  readonly words: readonly string[];
  readonly input: string | null;
  /** Those of `VendorFake`, and HOME; without those that were not set. */
  readonly variables: Readonly<Record<string, string>>;
  /** In milliseconds since 1970: two calls overlapped if one started before the other ended. */
  readonly started: number;
  readonly ended: number;
}

interface SavedState<State> {
  readonly state: State;
  readonly faults: readonly Fault[];
  /** How often each fault was considered. */
  readonly counts: readonly number[];
}

export class FakeVendor<State> {
  readonly #vendor: VendorFake<State>;
  readonly #folder: string;

  /** `folder` has its files; two of the same folder are one vault. */
  constructor(vendor: VendorFake<State>, folder: string) {
    this.#vendor = vendor;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    appendFileSync(this.#file('log'), '');
  }

  get state(): State {
    return this.#kept().state;
  }

  /** Changes the vault, as another client would. */
  change(change: (state: State) => void): void {
    this.#locked((kept) => {
      change(kept.state);
      return kept;
    });
  }

  /** From now on these go wrong, and no others. */
  fail(...faults: readonly Fault[]): void {
    this.#locked(({ state }) => ({ state, faults, counts: faults.map(() => 0) }));
  }

  /** The calls so far. */
  runs(): readonly LoggedRun[] {
    const lines = readFileSync(this.#file('log'), 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  forgetRuns(): void {
    writeFileSync(this.#file('log'), '');
  }

  /** The program without a process. */
  programs(): ReturnType<typeof fakePrograms> {
    return fakePrograms({ [this.#vendor.program]: (run) => this.answer(run) });
  }

  /** Its file, in a folder for the `PATH` that has nothing else. */
  installed(): string {
    const bin = join(this.#folder, 'bin');
    const path = join(bin, this.#vendor.program);
    mkdirSync(bin, { recursive: true });
    const { program } = this.#vendor;
    const call = `start(${JSON.stringify(program)}, ${JSON.stringify(this.#folder)})`;
    writeFileSync(path, `#!${process.execPath}\nimport(${JSON.stringify(STARTED)}).then(({ start }) => ${call});\n`);
    chmodSync(path, 0o755);
    return bin;
  }

  /** One call. */
  async answer(run: Asked): Promise<FakeEnd> {
    const started = Date.now();
    let fault: Fault | null = null;
    let end: FakeEnd = {};
    this.#locked((kept) => {
      const found = faultFor(kept.faults, kept.counts, run.words);
      fault = found.fault;
      end = faulty(fault, () => this.#vendor.run(run, kept.state));
      return { ...kept, counts: found.counts };
    });
    await delayOf(fault);
    this.#note(run, started);
    return end;
  }

  /** How its output comes in parts, if a fault says so: for processes. */
  splitOf(words: readonly string[]): number | null {
    return this.#kept().faults.find((each) => words.join(' ').includes(each.words ?? ''))?.splitAt ?? null;
  }

  #note({ words, input, variable }: Asked, started: number): void {
    const known = [...this.#vendor.variables, 'HOME'].map((name) => [name, variable(name)] as const);
    const variables = Object.fromEntries(known.filter(([, value]) => value !== null));
    appendFileSync(this.#file('log'), `${JSON.stringify({ words, input, variables, started, ended: Date.now() })}\n`);
  }

  #locked(change: (kept: SavedState<State>) => SavedState<State>): void {
    locked(this.#file('json'), () => {
      writeFileSync(this.#file('json'), JSON.stringify(change(this.#kept())));
    });
  }

  #kept(): SavedState<State> {
    const path = this.#file('json');
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
    return { state: this.#vendor.empty(), faults: [], counts: [] };
  }

  #file(end: 'json' | 'log'): string {
    return join(this.#folder, `${this.#vendor.program}.${end}`);
  }
}

const STARTED = fileURLToPath(new URL('started.js', import.meta.url));

async function delayOf(fault: Fault | null): Promise<void> {
  if (fault?.delayMs !== undefined) await setTimeout(fault.delayMs);
}
