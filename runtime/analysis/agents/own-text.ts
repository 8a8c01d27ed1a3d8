/** Text of this program, or text that was cleaned already: it keeps its lines, however long it is. */
export class OwnText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): string {
    return this.#text;
  }
}
