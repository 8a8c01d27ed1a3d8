/** The program under test: one process with a folder of its own, its lines, and what it may never do, whatever the case. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faultOfMessage } from './rules.mjs';

const LF = 0x0a;

/** A folder for one case: its home, its temporary files, and the files that the case wants. */
export function makeFolder(files) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wire-')));
  for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { mode: 0o700 });
  writeFiles(folder, files);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A text, or bytes in base64. */
export function writeFiles(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'));
  }
}

function startProcess([program, ...words], folder, env) {
  return spawn(program, words, { cwd: folder, env, stdio: 'pipe' });
}

export class Target {
  /** Of lines that it may send; lowered by the initialisation. */
  limit = 1_048_576;
  #child;
  #held = [];
  #stderr = [];
  #messages = [];
  #waiting = [];
  #isClosed = false;
  #problem = null;
  #rules = { answered: new Set(), asked: new Set(), lastId: 0 };
  #exited;

  /** `start`: for programs that are not started as processes. */
  constructor({ command, start = startProcess }, folder) {
    const env = { ...process.env, HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') };
    for (const name of Object.keys(env)) if (/^(XDG_|TOOL_)/.test(name)) delete env[name];
    this.#child = start(command, folder, env);
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.#fault(`it cannot be started: ${error.code}`);
        resolve();
      });
      this.#child.on('exit', resolve);
    });
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (chunk) => this.#stderr.push(chunk));
    this.#child.stdout.on('data', (chunk) => this.#read(chunk));
    this.#child.stdout.on('end', () => this.#close());
    this.#child.stdout.on('error', () => this.#close());
  }

  get stderr() {
    return Buffer.concat(this.#stderr).toString('utf8');
  }

  /** A problem if the program does not read in time. */
  write(bytes, patience) {
    const { stdin } = this.#child;
    if (stdin.write(bytes) || stdin.destroyed) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(`it did not read within ${patience} ms`), patience);
      const done = () => {
        clearTimeout(timer);
        stdin.off('drain', done).off('close', done);
        resolve(null);
      };
      stdin.on('drain', done).on('close', done);
    });
  }

  /** Notes what was sent, so that answers can be judged. */
  sent(message) {
    if (Number.isSafeInteger(message?.id) && message.method !== undefined) this.#rules.asked.add(message.id);
  }

  end() {
    this.#child.stdin.end();
  }

  /** The next message; `{ problem }` if there is none in time, or it breaks a rule. */
  next(patience) {
    if (this.#messages.length > 0) return { message: this.#messages.shift() };
    if (this.#problem !== null) return { problem: this.#problem };
    if (this.#isClosed) return { problem: 'the session has ended' };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== wake);
        resolve({ problem: `nothing came within ${patience} ms`, isLate: true });
      }, patience);
      const wake = () => {
        clearTimeout(timer);
        resolve(this.next(patience));
      };
      this.#waiting.push(wake);
    });
  }

  /** Waits for its end; a problem if it does not end by itself. */
  async closed(patience) {
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve('late'), patience);
    });
    const how = await Promise.race([this.#exited, late]);
    clearTimeout(timer);
    return how === 'late' ? `it did not end within ${patience} ms` : this.#problem;
  }

  kill() {
    this.#child.kill('SIGKILL');
    return this.#exited;
  }

  #read(chunk) {
    let rest = chunk;
    for (let end = rest.indexOf(LF); end !== -1 && this.#problem === null; end = rest.indexOf(LF)) {
      this.#line(Buffer.concat([...this.#held, rest.subarray(0, end)]));
      this.#held = [];
      rest = rest.subarray(end + 1);
    }
    this.#held.push(rest);
  }

  #line(bytes) {
    const judged = faultOfMessage(bytes, this.limit, this.#rules);
    if (judged.fault !== null) return this.#fault(judged.fault);
    this.#messages.push(judged.message);
    return this.#wake();
  }

  #close() {
    this.#isClosed = true;
    if (this.#held.some((piece) => piece.length > 0)) this.#fault('its last line has no end');
    this.#wake();
  }

  #fault(problem) {
    this.#problem ??= problem;
    this.#wake();
  }

  #wake() {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
