/** What a program says on its standard error: read to its end, of which no more is kept than the last bytes. */
import type { Readable } from 'node:stream';

export class StderrTail {
  readonly #limit: number;
  #kept: Buffer[] = [];
  #length = 0;

  constructor(stream: Readable, limit: number) {
    this.#limit = limit;
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => this.#keep(chunk));
  }

  bytes(): Buffer {
    return Buffer.concat(this.#kept).subarray(-this.#limit);
  }

  #keep(chunk: Buffer): void {
    this.#kept.push(chunk);
    this.#length += chunk.length;
    // Twice the limit, so that what is kept is joined rarely.
    if (this.#length <= this.#limit * 2 && this.#kept.length < 1_000) return;
    this.#kept = [this.bytes()];
    this.#length = this.#kept[0]?.length ?? 0;
  }
}
