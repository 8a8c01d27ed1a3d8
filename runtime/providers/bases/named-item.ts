/** The one item that a name means, among those that a vendor's program lists: by its id, else by its title. */
import { cleaned } from '../../values/cleaned.js';
import type { StoreFailure } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export interface Titled {
  readonly id: string;
  readonly title: string;
}
interface Absent {
  readonly kind: 'absent';
}
export interface NamedItem<Item> {
  readonly kind: 'item';
  readonly item: Item;
}

/**
 * A title of the same spelling is preferred to one with other capitals. `isExact`: only the former counts, as for secrets by convention, whose keys
 * may differ by capitals alone. Two items of one title are a failure: which one is meant would depend on the order of the list.
 */
export function itemNamed<Item extends Titled>(
  items: readonly Item[],
  name: string,
  { isExact, noun }: { readonly isExact: boolean; readonly noun: string },
): NamedItem<Item> | Absent | Failed {
  const byId = items.find(({ id }) => id === name);
  if (byId !== undefined) return { kind: 'item', item: byId };
  const same = items.filter(({ title }) => title.trim() === name.trim());
  const [first, ...others] =
    same.length > 0 || isExact ? same : items.filter(({ title }) => folded(title) === folded(name));
  if (first === undefined) return { kind: 'absent' };
  return others.length === 0 ? { kind: 'item', item: first } : severalTitled(noun, [first, ...others]);
}

/** Whether the answer to a question by name is about what was asked for: some programs also find items by a website. */
export function isCalled({ id, title }: Titled, name: string, isExact: boolean): boolean {
  return id === name || (isExact ? title.trim() === name.trim() : folded(title) === folded(name));
}

/** Items of one title. */
export function severalTitled(noun: string, items: readonly Titled[]): Failed {
  const ids = items.map(({ id }) => id);
  return severalNamed(`${noun}s have this title`, ids, 'use an id as the `item` of a `ref`, or rename them');
}

/** Which of them is meant cannot be known. `what`: `items have this title`; `ids`: as the vendor's program gives them. */
export function severalNamed(
  what: string,
  ids: readonly string[],
  help: string,
  kind: StoreFailure['kind'] = 'failed',
): Failed {
  return failed(kind, `several ${what}: ${ids.map((id) => `\`${cleaned(id)}\``).join(', ')}`, help);
}

function folded(title: string): string {
  return title.trim().normalize('NFC').toLowerCase();
}
