/** Where offsets of a text are, in lines and characters. Lines are looked for once, and only if asked. */
import type { Located } from '#schemas/diagnostics/located.js';

export class LinePlaces {
  readonly #text: string;
  #starts: readonly number[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Without the line itself: what stands next to a name may be a value. */
  at(start: number, end: number): Located {
    const [from, to] = [this.#position(start), this.#position(end)];
    return {
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      start,
      end,
      source: null,
      hidden: [],
    };
  }

  #position(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= startsOf(this.#text);
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: [...this.#text.slice(this.#starts[low], offset)].length + 1 };
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
