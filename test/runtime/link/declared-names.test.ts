/** Which keys of a file a manifest may read, in any profile. */
import { expect, test } from '@jest/globals';
import { declaredNames } from '#runtime/link/declared-names.js';
import { named } from '#schemas/named.js';
import type { LeafStore } from '#schemas/plan.js';
import { composed, planOf, stored, user } from '../../helpers/plan.js';

const ENV = 'dotenv://.env';
const leaf = (parts: Partial<LeafStore>): LeafStore => ({ kind: 'leaf', uri: ENV, credentials: named([]), ...parts });
const token = { store: { kind: 'uri', uri: ENV } } as const;
const plan = planOf({
  secrets: {
    A: stored(),
    URL: composed('x{A}'),
    B: stored({ ref: { item: 'b.item' } }),
    C: stored({ refs: { one: { item: 'c-one' } } }),
  },
  stores: {
    prefixed: leaf({ template: { item: 'SHOP+{project}+{key}' } }),
    guarded: leaf({ credentials: named([['token', token]]) }),
    named: leaf({ credentials: named([['token', { ...token, ref: { item: 'VAULT_TOKEN' } }]]) }),
  },
});
const isDeclared = declaredNames(plan, user({}));

test.each(['A', 'URL', 'B', 'C', 'b.item', 'c-one', 'SHOP+x+A', 'token', 'VAULT_TOKEN'])('%s is declared', (name) => {
  expect(isDeclared(name)).toBe(true);
});

test.each(['D', 'a', 'SHOP+x+D', 'SHOPPxPA', 'SHOP+x+A+', 'one', ''])('%j is not', (name) => {
  expect(isDeclared(name)).toBe(false);
});
