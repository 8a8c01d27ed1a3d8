/** The tests of every store: the files of this folder by scheme. One that a scheme of the catalogue lacks is an error. */
import type { AvailableScheme } from '#schemas/providers/index.js';
import { providers } from '#schemas/providers/index.js';
import type { HttpStoreCase } from './shared/http-store.js';
import type { StoreTests, StoreWorld } from './shared/store-world.js';

const available = Object.values(providers).flatMap(({ available, scheme }) => (available ? [scheme] : []));

const tests: [AvailableScheme, StoreTests][] = [];
// One after the other: jest cannot load a module that two ask for at the same time.
for (const scheme of available) {
  const { store }: { store: StoreTests } = await import(`./${scheme.replace('+', '-')}.js`);
  tests.push([scheme, store]);
}

export const STORES = new Map<string, StoreTests>(tests);

export const WORLDS = Object.fromEntries(tests.map(([scheme, { world }]) => [scheme, world])) as Readonly<
  Record<AvailableScheme, StoreWorld>
>;

/** Those over HTTP, with every way to sign in. */
export const HTTP_STORES: Readonly<Record<string, HttpStoreCase>> = Object.assign(
  {},
  ...tests.map(([, { http }]) => http),
);
