/** One process that is sent such lines: it must answer by the rules, stay small and silent, and end. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { makeFolder, faultOfMessage, writeFiles } from './suite-rules.js';
import type { WireTarget } from '../../wire/suite.js';
import { type Lines, mutated } from './mutate.js';
import type { Random } from './random.js';
import { casesOf, sentBy } from './suite-lines.js';

/** After its input has ended a program has 5 s for what it has accepted; the rest is for a busy machine. */
const PATIENCE_MS = 30_000;
const MOST_MEMORY_KB = 100_000;
/** Higher than the ids of all cases, but of the highest one. */
const PROBE_ID = 9_007_199_254_740_990;

/** Null, or what went wrong. */
export async function fuzzedSession(target: WireTarget, random: Random): Promise<string | null> {
  const folder = makeFolder({});
  try {
    const first = sentBy(random.of(casesOf(target)), target, folder.path);
    const second = sentBy(random.of(casesOf(target)), target, folder.path);
    writeFiles(folder.path, { ...second.files, ...first.files });
    const lines = mutated([...first.lines, ...(random.below(2) === 0 ? second.lines : [])], random);
    const problem = await new FuzzedProgram(target, folder.path).run(lines, random);
    return problem && `${problem}\n  ${first.name} and ${second.name}\n${shown(lines)}`;
  } finally {
    folder.remove();
  }
}

class FuzzedProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #isSilent: boolean;
  readonly #exited: Promise<string>;
  readonly #stderr: Buffer[] = [];
  #rest = Buffer.alloc(0);
  #problem: string | null = null;
  #isAlive = true;
  #heard = () => {};
  #memory = 0;

  constructor({ command: [program = '', ...words], side }: WireTarget, folder: string) {
    this.#isSilent = side === 'resolver';
    const env = { ...process.env, HOME: `${folder}/home`, TMPDIR: `${folder}/tmp` };
    this.#child = spawn(program, words, { cwd: folder, env: withoutOurs(env), stdio: 'pipe' });
    this.#exited = new Promise((resolve) => {
      this.#child.on('exit', (status, signal) => {
        this.#isAlive = false;
        this.#heard();
        resolve(signal ?? String(status));
      });
    });
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
  }

  async run(lines: Lines, random: Random): Promise<string | null> {
    const pieces = random.below(3) === 0 ? random.of([7, 100, 5_000]) : Number.POSITIVE_INFINITY;
    for (const line of lines) for (const piece of inPieces(line, pieces)) await this.#write(piece);
    // A session that goes on answers this.
    if (random.below(2) === 0) await this.#write(probe());
    await this.#idle();
    this.#measure();
    this.#child.stdin.end();
    const ending = await within(PATIENCE_MS, this.#exited);
    this.#child.kill('SIGKILL');
    if (ending === null) return `it did not end within ${PATIENCE_MS} ms of the end of its input`;
    return this.#problem ?? this.#judged(ending);
  }

  #judged(ending: string): string | null {
    const said = Buffer.concat(this.#stderr).toString();
    if (ending !== '0' && ending !== '1') return `it ended with ${ending}: ${said.slice(0, 500)}`;
    if (said.includes('canary')) return `its standard error has a value: ${said.slice(0, 500)}`;
    if (said !== '' && (this.#isSilent || said.includes(' at '))) return `its standard error: ${said.slice(0, 500)}`;
    return this.#memory > MOST_MEMORY_KB ? `it has taken ${this.#memory} KB of memory` : null;
  }

  #write(bytes: Buffer): Promise<void> | void {
    const { stdin } = this.#child;
    if (!this.#isAlive || stdin.write(bytes) || stdin.destroyed) return;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(late);
        stdin.off('drain', done).off('close', done);
        resolve();
      };
      // It does not read while its answers are not read, which they are.
      const late = setTimeout(done, PATIENCE_MS);
      stdin.on('drain', done).on('close', done);
    });
  }

  /** Until nothing is written for a moment. */
  async #idle(): Promise<void> {
    for (let isHeard = true; isHeard && this.#isAlive; ) {
      isHeard = (await within(60, new Promise<true>((resolve) => (this.#heard = () => resolve(true))))) === true;
    }
  }

  #read(chunk: Buffer): void {
    this.#heard();
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (let end = this.#rest.indexOf(0x0a); end !== -1; end = this.#rest.indexOf(0x0a)) {
      const fault = faultOfMessage(this.#rest.subarray(0, end));
      if (fault !== null) this.#problem ??= fault;
      this.#rest = this.#rest.subarray(end + 1);
    }
  }

  /** The most that it has taken so far; only Linux says it. */
  #measure(): void {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      this.#memory = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    } catch {
      // It has ended.
    }
  }
}

function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:XDG_|TOOL_|NODE_OPTIONS)/.test(name)));
}

function probe(): Buffer {
  return Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', id: PROBE_ID, method: 'rpc.discover', params: {}, _meta: { deadline_unix_ms: Date.now() + 9_000 } })}\n`,
  );
}

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  // Pieces of a large line are larger: there would be too many.
  const step = Math.max(size, bytes.length / 2_000);
  for (let at = 0; at < bytes.length; at += Math.ceil(step)) yield bytes.subarray(at, at + Math.ceil(step));
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  const result = await Promise.race([work, late]);
  clearTimeout(timer);
  return result;
}

function shown(lines: Lines): string {
  return lines.map((line) => `  → ${JSON.stringify(line.toString('latin1').slice(0, 600))}`).join('\n');
}
