/** Lines and columns of one stream, counted only as far as something is found in it. */

/** From 1 on; columns in characters of UTF-8. `offset`: in bytes, from 0 on. */
export interface StreamPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

const LF = 0x0a;

export class Lines {
  #counted = 0;
  #line = 1;
  /** Characters of the line before what is counted. */
  #column = 0;

  /** `bytes` begin at the position `origin`. */
  placeOf(bytes: Uint8Array, origin: number, position: number): StreamPlace {
    this.count(bytes, origin, position);
    return { line: this.#line, column: this.#column + 1, offset: position };
  }

  /** Counts as far as `position`. */
  count(bytes: Uint8Array, origin: number, position: number): void {
    const to = position - origin;
    let from = this.#counted - origin;
    if (to <= from) return;
    for (let end = bytes.indexOf(LF, from); end !== -1 && end < to; end = bytes.indexOf(LF, from)) {
      this.#line += 1;
      this.#column = 0;
      from = end + 1;
    }
    for (let at = from; at < to; at++) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) this.#column += 1;
    this.#counted = position;
  }
}
