/** What a program prints, up to a limit. */
import type { Readable } from 'node:stream';

export class BoundedOutput {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #hasEnded = false;

  /** Past the limit nothing more is read, and `exceeded` is called once. */
  constructor(stream: Readable | null, limit: number, exceeded: () => void) {
    // An output that cannot be read to its end is not whole.
    stream?.on('error', () => {});
    stream?.on('end', () => {
      this.#hasEnded = true;
    });
    stream?.on('data', (chunk: Buffer) => {
      this.#length += chunk.length;
      if (this.#length <= limit) {
        this.#chunks.push(chunk);
        return;
      }
      this.#chunks.length = 0;
      stream.destroy();
      exceeded();
    });
  }

  /** Whether all of it was read: nothing can follow. */
  get isWhole(): boolean {
    return this.#hasEnded;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
