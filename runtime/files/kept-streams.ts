/** What is not a regular file can often be read only once: its bytes are kept for all who ask during an operation. */
import { identityOf } from './resolve-target.js';
import { LONGEST_MS, readStream } from './read-stream.js';

const MOST_MIB = 64;

export class KeptStreams {
  readonly #signal: () => AbortSignal | undefined;
  readonly #milliseconds: number;
  /** By what is read, not by its path: `/dev/stdin` and `/dev/fd/0` are one. */
  readonly #kept = new Map<string, Promise<Buffer>>();

  constructor(signal: () => AbortSignal | undefined, milliseconds = LONGEST_MS) {
    this.#signal = signal;
    this.#milliseconds = milliseconds;
  }

  /** A failure is kept too: what did not come in time is not waited for again. */
  read(path: string): Promise<Buffer> {
    const identity = identityOf(path);
    const signal = this.#signal();
    const read =
      this.#kept.get(identity) ??
      readStream(path, { milliseconds: this.#milliseconds, mib: MOST_MIB, ...(signal !== undefined && { signal }) });
    this.#kept.set(identity, read);
    return read;
  }
}
