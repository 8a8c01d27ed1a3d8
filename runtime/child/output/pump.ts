/** Takes what a child writes to where it belongs, through a redactor: each piece is written before the next is read. */
import { write } from 'node:fs';
import { codeOf } from '../../files/system-reason.js';
import type { Redactor } from '../../redact/redactor.js';
import type { InputSource } from '../../files/pipe-source.js';

const RETRY_MS = 5;
/**
 * What the child wrote is there when it has ended. Processes that it left behind can keep the other end open for ever:
 * they are waited for this long in all, and not for more output than any pipe holds.
 */
const WAIT_FOR_OTHERS_MS = 1_000;
const MOST_OF_OTHERS_BYTES = 4 * 1024 * 1024;
/** After that time a full pipe is still read to its end: this process may have been stopped meanwhile. */
const READS_OF_FULL_PIPE = 16;

export class Pump {
  readonly #source: InputSource;
  readonly #redactor: Redactor;
  readonly #descriptor: number;
  /** Null while the child runs. `reads`: after the time is up. */
  #left: { ms: number; bytes: number; reads: number } | null = null;
  /** Sets the timer of the read that is waited for. */
  #limitRead: () => void = () => {};

  constructor(source: InputSource, redactor: Redactor, descriptor: number) {
    this.#source = source;
    this.#redactor = redactor;
    this.#descriptor = descriptor;
  }

  /** Ends when all is written. The system's code if it cannot be: the child's next write then fails. */
  async run(): Promise<string | null> {
    try {
      for (let piece = await this.#read(); piece !== null; piece = await this.#read()) {
        await writeAll(this.#descriptor, this.#redactor.push(piece));
      }
      await writeAll(this.#descriptor, this.#redactor.end());
      return null;
    } catch (error) {
      const code = codeOf(error);
      if (code === null) throw error;
      return code;
    } finally {
      this.#source.close();
    }
  }

  childEnded(): void {
    this.#left = { ms: WAIT_FOR_OTHERS_MS, bytes: MOST_OF_OTHERS_BYTES, reads: READS_OF_FULL_PIPE };
    this.#limitRead();
  }

  #read(): Promise<Uint8Array | null> {
    const left = this.#left;
    if (left !== null && (left.reads <= 0 || left.bytes <= 0)) return Promise.resolve(null);
    if (left !== null && left.ms <= 0) left.reads -= 1;
    return new Promise((resolve, reject) => {
      let stop = () => {};
      this.#limitRead = () => {
        stop = this.#limit(resolve);
      };
      if (left !== null) this.#limitRead();
      const settle = (piece: Uint8Array | null) => {
        stop();
        this.#limitRead = () => {};
        if (this.#left !== null) this.#left.bytes -= piece?.length ?? 0;
        resolve(piece);
      };
      this.#source.read().then(settle, reject);
    });
  }

  /** Gives up after the time that is left, but not before what is there by then is read. The result stops the clock. */
  #limit(giveUp: (piece: null) => void): () => void {
    const left = this.#left;
    if (left === null) return () => {};
    const timer = setTimeout(() => setImmediate(giveUp, null), Math.max(left.ms, 0));
    const start = performance.now();
    return () => {
      clearTimeout(timer);
      left.ms -= performance.now() - start;
    };
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += await writeSome(descriptor, bytes.subarray(written));
}

/** On a thread, so that signals are passed on however slow the reader is. */
function writeSome(descriptor: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, 0, bytes.length, null, (error, written) => {
      if (error === null) resolve(written);
      // Another process made the descriptor non-blocking, and the reader is slow.
      else if (codeOf(error) === 'EAGAIN') setTimeout(() => resolve(0), RETRY_MS);
      else reject(error);
    });
  });
}
