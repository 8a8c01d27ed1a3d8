/** How much of a list an outline holds: what is shown to people must not grow with secrets × scopes, profiles or stores. */
import type { Some } from '#schemas/plan-outline.js';

/** Names in a row. */
export const NAMES_SHOWN = 40;
/** Rows with more than a name: stores of a chain, chains of a secret, orders of profiles. */
export const ROWS_SHOWN = 10;

export function some<T, U = T>(items: readonly T[], most: number, show: (item: T) => U): Some<U> {
  return { shown: items.slice(0, most).map(show), more: Math.max(0, items.length - most) };
}

export function someNames(names: readonly string[]): Some<string> {
  return some(names, NAMES_SHOWN, (name) => name);
}

/** Names that come one by one, in order; consecutive equal names count once. */
export class NameTally {
  readonly #shown: string[] = [];
  #more = 0;
  #last: string | null = null;

  add(name: string): void {
    if (name === this.#last) return;
    this.#last = name;
    if (this.#shown.length < NAMES_SHOWN) this.#shown.push(name);
    else this.#more += 1;
  }

  get names(): Some<string> {
    return { shown: this.#shown, more: this.#more };
  }
}
