/** Bytes as lines, of which no more is held than the limit of one, however the bytes arrive. */

export type Framed =
  /** Without its LF. */
  | { readonly kind: 'line'; readonly bytes: Buffer }
  | { readonly kind: 'empty' }
  /** Longer than the limit; found before it has ended. */
  | { readonly kind: 'too long' };

const LF = 0x0a;
const SMALLEST = 4_096;

export class LineReader {
  /** Bytes of a line without its LF. May be changed between two lines. */
  limit: number;
  #held: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether a line has begun. */
  get isInside(): boolean {
    return this.#length > 0;
  }

  /** The lines that these bytes end. After one that is not a line nothing more must be read. */
  *read(chunk: Buffer): Generator<Framed> {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(LF, start);
      const piece = chunk.subarray(start, end === -1 ? chunk.length : end);
      if (this.#length + piece.length > this.limit) {
        yield { kind: 'too long' };
        return;
      }
      if (end === -1) {
        this.#hold(piece);
        return;
      }
      start = end + 1;
      yield this.#line(piece);
    }
  }

  #line(last: Buffer): Framed {
    const length = this.#length + last.length;
    if (length === 0) return { kind: 'empty' };
    if (this.#length === 0) return { kind: 'line', bytes: last };
    this.#hold(last);
    const bytes = this.#held.subarray(0, length);
    this.#held = Buffer.alloc(0);
    this.#length = 0;
    return { kind: 'line', bytes };
  }

  #hold(piece: Buffer): void {
    const needed = this.#length + piece.length;
    if (needed > this.#held.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#held.length * 2, SMALLEST));
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    piece.copy(this.#held, this.#length);
    this.#length = needed;
  }
}
