/** Sorted lists of names. Those of one name are made once: of 200,000 rows, most have one secret and one profile. */
import { byName } from '#schemas/named.js';

export class NameLists {
  readonly #known = new Map<string, readonly string[]>();

  only(name: string): readonly string[] {
    const list = this.#known.get(name) ?? [name];
    this.#known.set(name, list);
    return list;
  }

  /** Each name once. */
  of(names: string | Iterable<string>): readonly string[] {
    return typeof names === 'string' ? this.only(names) : [...new Set(names)].sort(byName);
  }
}
