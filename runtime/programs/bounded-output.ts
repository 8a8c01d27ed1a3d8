/** What a program prints, up to a limit. */
import type { Readable } from 'node:stream';

export class BoundedOutput {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** Past the limit nothing more is read, and `exceeded` is called once. */
  constructor(stream: Readable | null, limit: number, exceeded: () => void) {
    // An output that cannot be read to its end is cut; the program's status tells whether it got that far.
    stream?.on('error', () => {});
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

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
