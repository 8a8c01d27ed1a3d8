/** Lines and columns of one stream, counted only as far as something is found in it. */

/** From 1 on; columns in characters of UTF-8. `offset`: in bytes, from 0 on. */
export interface StreamPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

const LF = 0x0a;

/** The bytes of the stream from one position to another, once more. */
export type ReadAgain = (from: number, to: number) => Iterable<Uint8Array>;

export class Lines {
  readonly #readAgain: ReadAgain | null;
  #counted = 0;
  #line = 1;
  /** Characters of the line before what is counted. */
  #column = 0;

  /** `readAgain`: null for a stream that passes only once, so that all of it is counted. */
  constructor(readAgain: ReadAgain | null) {
    this.#readAgain = readAgain;
  }

  /** `bytes` begin at the position `origin`. */
  placeOf(bytes: Uint8Array, origin: number, position: number): StreamPlace {
    if (this.#counted < origin)
      for (const part of this.#readAgain?.(this.#counted, origin) ?? []) this.#count(part, 0, part.length);
    this.#count(bytes, Math.max(0, this.#counted - origin), position - origin);
    return { line: this.#line, column: this.#column + 1, offset: position };
  }

  /** `position` is passed, and nothing before it will be asked for but what was found there. */
  pass(bytes: Uint8Array, origin: number, position: number): void {
    if (this.#readAgain === null) this.#count(bytes, this.#counted - origin, position - origin);
  }

  #count(bytes: Uint8Array, start: number, to: number): void {
    let from = start;
    if (to <= from) return;
    this.#counted += to - from;
    for (let end = bytes.indexOf(LF, from); end !== -1 && end < to; end = bytes.indexOf(LF, from)) {
      this.#line += 1;
      this.#column = 0;
      from = end + 1;
    }
    for (let at = from; at < to; at++) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) this.#column += 1;
  }
}
