/**
 * Lists of providers in messages, by the question that they answer: goldens name the question, so that a new store changes none of
 * them. The lists are read off the descriptors here, apart from the code that prints them.
 */
import type { Abilities, ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

const catalogue: readonly ProviderDescriptor[] = Object.values(providers);

/** Those of this version whose stores can do this at an address that says no more than the scheme. */
export function schemesThat(can: (abilities: Abilities) => boolean): readonly string[] {
  return catalogue.flatMap(({ available, scheme, abilities }) => {
    const uri = parseStoreUri(scheme);
    return available && uri.kind === 'uri' && can(abilities(uri)) ? [scheme] : [];
  });
}

const inTicks = (names: readonly string[]) => names.map((name) => `\`${name}\``);
const able = inTicks(schemesThat(({ list }) => list));

const LISTS: Readonly<Record<string, string>> = {
  '{stores that list}': `${able.slice(0, -1).join(', ')} and ${able.at(-1)}`,
  '{stores that can be caches}': inTicks(
    [...schemesThat(({ read, write, remove }) => read && write !== 'no' && remove)].sort(),
  ).join(', '),
  '{all providers}': catalogue.map(({ scheme }) => scheme).join(', '),
};

export function withoutProviderLists(text: string): string {
  return Object.entries(LISTS).reduce((rest, [question, list]) => rest.replaceAll(list, question), text);
}
