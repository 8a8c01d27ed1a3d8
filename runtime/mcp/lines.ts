/**
 * Messages by lines, from a stream that may hold anything. The reader of the library closes the connection after a line of 10 MB,
 * and says nothing of a line that is no JSON; this one answers both, and goes on.
 */

const LONGEST_LINE = 16 * 2 ** 20;
const LF = 0x0a;

export class Lines {
  readonly #take: (line: string) => void;
  readonly #refuse: () => void;
  #pieces: Buffer[] = [];
  #length = 0;

  /** `refuse` is called once for a line that is too long. */
  constructor(take: (line: string) => void, refuse: () => void) {
    this.#take = take;
    this.#refuse = refuse;
  }

  read(chunk: Buffer): void {
    for (let start = 0; ; ) {
      const end = chunk.indexOf(LF, start);
      this.#hold(chunk.subarray(start, end === -1 ? undefined : end));
      if (end === -1) return;
      this.#end();
      start = end + 1;
    }
  }

  #hold(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= LONGEST_LINE) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #end(): void {
    const line = this.#length > LONGEST_LINE ? null : Buffer.concat(this.#pieces).toString('utf8').trim();
    this.#pieces = [];
    this.#length = 0;
    if (line === null) this.#refuse();
    else if (line !== '') this.#take(line);
  }
}
