/** A session as programs use it: one behind which this process works, or another one. */
import { SecretValue } from '../values/secret-value.js';
import type { Backend } from './backend.js';
import { ToolError } from './errors.js';
import { nameAs } from './inspected.js';
import type { NamedResult } from './named-result.js';
import type { SecretsReport } from './report.js';
import type { Resolved } from './resolved.js';
import { text } from './settings.js';

export class Session {
  readonly #backend: Backend;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  /** @internal */
  constructor(backend: Backend) {
    this.#backend = backend;
    Object.freeze(this);
  }

  /** One secret, with what it is made of, as its store has it now. Groups are not judged. */
  async get(name: string): Promise<NamedResult> {
    const wanted = text(name, 'get');
    return this.#during((backend) => backend.get(wanted));
  }

  /** Stores a value, which must not be empty. */
  async set(name: string, value: string | Uint8Array): Promise<void> {
    const wanted = text(name, 'set');
    const stored = secretValue(value);
    return this.#during((backend) => backend.set(wanted, stored));
  }

  /** Removes the stored value. Gives whether there was one. */
  async delete(name: string): Promise<boolean> {
    const wanted = text(name, 'delete');
    return this.#during((backend) => backend.delete(wanted));
  }

  /** All secrets. Their files live until the session is closed. */
  async load(): Promise<Resolved> {
    return this.#during((backend) => backend.load());
  }

  /** What is there and what is missing, without values. */
  async report(): Promise<SecretsReport> {
    return this.#during((backend) => backend.report());
  }

  /** Waits for what is under way, closes the stores and removes the files. May be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #finish(): Promise<void> {
    await Promise.allSettled([...this.#running]);
    await this.#backend.close();
  }

  async #during<T>(work: (backend: Backend) => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new ToolError('the session is closed', { kind: 'closed' });
    const running = work(this.#backend);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

nameAs('Session', Session);

/** Not by its class: a program may have one of its own, as test environments do. */
function secretValue(value: unknown): SecretValue {
  if (typeof value === 'string') return SecretValue.fromText(text(value, 'set'));
  if (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]')
    return SecretValue.fromBytes(
      new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength)),
    );
  throw new TypeError('set: a string or a Uint8Array is needed');
}
