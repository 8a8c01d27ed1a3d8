/** One case: its steps in order, against a program of its own. */
import { existsSync } from 'node:fs';
import { openingOf } from './opening.mjs';
import { makeFolder, Target, writeFiles } from './target.mjs';
import { difference, filled, patched } from './values.mjs';

/** How long a program is watched that must send nothing. */
const QUIET_MS = 150;

/** Null if it passed, else what went wrong, and what was sent and received. */
export async function runCase(target, one) {
  const folder = makeFolder({ 'manifest.toml': one.manifest ?? DEFAULT_MANIFEST, ...one.files });
  const run = new Run(target, one, folder.path);
  try {
    return await run.all();
  } finally {
    await run.kill();
    folder.remove();
  }
}

const DEFAULT_MANIFEST = `[project]
name = "wire"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
A = { description = "A", default = "of the manifest" }
`;

class Run {
  #target;
  #case;
  #context;
  #program;
  #log = [];
  #stderr = '';

  constructor(target, one, folder) {
    this.#target = target;
    this.#case = one;
    this.#context = { folder, saved: new Map(), opening: openingOf(target, folder) };
    this.#program = new Target(target, folder);
  }

  async all() {
    for (const [index, step] of this.#case.steps.entries()) {
      const problem = await this.#step(step);
      if (problem !== null) return this.#told(`step ${index + 1}: ${problem}`);
    }
    await this.#program.kill();
    const problem = this.#shown();
    return problem === null ? null : this.#told(problem);
  }

  kill() {
    return this.#program.kill();
  }

  async #step(step) {
    const { patience } = this.#target;
    if ('open' in step) return this.#open(step.open);
    if ('send' in step) return this.#send(filled(step.send, this.#context));
    if ('sendRaw' in step) return this.#sendRaw(step.sendRaw, step.pieces);
    if ('expect' in step) return Array.isArray(step.expect) ? this.#expectAll(step.expect) : this.#expect(step.expect);
    if ('closed' in step) return this.#closed(step.closed);
    if ('quiet' in step) return this.#quiet();
    if ('end' in step) this.#program.end();
    if ('wait' in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
    if ('write' in step) writeFiles(this.#context.folder, step.write);
    if ('gone' in step) return this.#gone(step.gone, patience);
    if ('again' in step) await this.#again();
    return null;
  }

  /** Opens the session, with the default params changed by the patch. */
  async #open(patch) {
    const params = patched(this.#context.opening, filled(patch, this.#context));
    const unread = await this.#send({ id: 1, method: 'rpc.initialize', params });
    const { message, problem } = unread === null ? await this.#next() : { problem: unread };
    if (problem !== undefined) return problem;
    if (message.id !== 1 || message.result === undefined)
      return `the session was not opened: ${JSON.stringify(message)}`;
    this.#program.limit = message.result.limits?.max_frame_bytes;
    return difference(
      { limits: { max_frame_bytes: { $type: 'integer' } }, capabilities: {} },
      message.result,
      this.#context,
    );
  }

  /** A request without `_meta` gets a deadline. */
  async #send(message) {
    const meta = 'method' in message && 'id' in message && { _meta: { deadline_unix_ms: Date.now() + 30_000 } };
    const complete = { jsonrpc: '2.0', ...meta, ...message };
    this.#program.sent(complete);
    return this.#write(Buffer.from(`${JSON.stringify(complete)}\n`));
  }

  /** Texts, `{ "message": … }` without its line end, `{ "hex": … }` and what `filled` knows, one after the other. */
  async #sendRaw(raw, size = Number.POSITIVE_INFINITY) {
    const parts = (Array.isArray(raw) ? raw : [raw]).map((part) => this.#bytesOf(part));
    const bytes = Buffer.concat(parts);
    for (const line of bytes.toString('utf8').split('\n')) this.#program.sent(readLeniently(line));
    for (let at = 0; at < bytes.length; at += size) {
      const problem = await this.#write(bytes.subarray(at, at + size));
      if (problem !== null) return problem;
    }
    return null;
  }

  #bytesOf(part) {
    if (part.hex !== undefined) return Buffer.from(part.hex, 'hex');
    if (part.message === undefined) return Buffer.from(filled(part, this.#context));
    const message = filled(part.message, this.#context);
    const meta = 'method' in message && 'id' in message && { _meta: { deadline_unix_ms: Date.now() + 30_000 } };
    return Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...meta, ...message }));
  }

  async #write(bytes) {
    this.#log.push(`→ ${bytes.toString('utf8').slice(0, 400).trimEnd()}`);
    return this.#program.write(bytes, this.#target.patience);
  }

  async #next(patience = this.#target.patience) {
    const next = await this.#program.next(patience);
    if (next.message !== undefined) this.#log.push(`← ${JSON.stringify(next.message).slice(0, 400)}`);
    return next;
  }

  async #expect(expected) {
    const { message, problem } = await this.#next();
    return problem ?? difference(expected, message, this.#context);
  }

  /** In any order. */
  async #expectAll(expected) {
    const left = [...expected];
    while (left.length > 0) {
      const { message, problem } = await this.#next();
      if (problem !== undefined) return problem;
      const index = left.findIndex((one) => difference(one, message, this.#context) === null);
      if (index === -1) return `${JSON.stringify(message).slice(0, 300)} is not expected`;
      left.splice(index, 1);
    }
    return null;
  }

  /** `"answered"`: the last line may be an error without an id. */
  async #closed(how) {
    for (;;) {
      const { message, problem, isLate } = await this.#next();
      if (isLate) return 'the session did not end';
      if (problem !== undefined) break;
      if (how !== 'answered' || message.id !== null) return `${JSON.stringify(message)} came before the end`;
    }
    return this.#program.closed(this.#target.patience);
  }

  async #quiet() {
    const { message, isLate } = await this.#next(QUIET_MS);
    return isLate
      ? null
      : `${message === undefined ? 'the end' : JSON.stringify(message)} came, where nothing was expected`;
  }

  /** Whether the saved path is gone, soon. */
  async #gone(name, patience) {
    const path = this.#context.saved.get(name);
    for (const end = Date.now() + patience; existsSync(path); ) {
      if (Date.now() > end) return `the file of ${name} is still there`;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return null;
  }

  /** Another process, in the same folder. */
  async #again() {
    await this.#program.kill();
    this.#stderr += this.#program.stderr;
    this.#program = new Target(this.#target, this.#context.folder);
  }

  /** What it said where it must not. */
  #shown() {
    const said = this.#stderr + this.#program.stderr;
    const canary = this.#case.canaries.find((one) => said.includes(one));
    if (canary !== undefined) return `its standard error has the value ${canary}`;
    const isSilent = this.#target.side === 'provider' || said === '';
    return isSilent ? null : `its standard error is not silent: ${said.slice(0, 500)}`;
  }

  #told(problem) {
    return [problem, ...this.#log].join('\n');
  }
}

/** Whatever is readable, for what answers belong to. */
function readLeniently(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
