/** Numbers of the lines of a text, asked for in ascending order. */
export class LineNumbers {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  at(index: number): number {
    this.#line += this.#text.slice(this.#at, index).match(/\r\n|\r|\n/g)?.length ?? 0;
    this.#at = index;
    return this.#line;
  }
}
