/** A moving import whose source and destination turn out to be one store only when something is deleted. */
import { describe, expect, test } from '@jest/globals';
import { type FakeParts, type FakeStore, fakeStore } from '../../../helpers/fake-store.js';
import { leaf, planOf, stored } from '../../../helpers/plan.js';
import { APART, copy, DENIED, held, MOVE, OLD, type Stores, storesOf } from './copy-case.js';

/** A store that has at each moment what `entries` says. */
function showing(entries: () => Readonly<Record<string, string | null>>): FakeStore {
  return Object.defineProperty(fakeStore({}), 'entries', { get: () => new Map(Object.entries(entries())) });
}

describe('two addresses of one store that nothing shows to be one', () => {
  const values = { A: '1', B: '2', C: '' };
  const ABC = planOf({ secrets: { A: stored(), B: stored(), C: stored() } });
  const aliased = (more: FakeParts = {}): Stores => {
    const stores = storesOf({ entries: values, ...more });
    return { ...stores, target: { ...stores.target, entries: stores.old.entries } };
  };

  test('lose nothing: what was deleted first is written back, and nothing else is deleted', async () => {
    const stores = aliased();
    const { outcomes, errors, accesses } = await copy(ABC, stores, MOVE);
    expect(errors).toEqual(['E1126']);
    expect(outcomes).toEqual(['A present, retained', 'B present, retained', 'C present, retained']);
    expect(accesses).toEqual(['delete A deleted', 'set A written']);
    expect([held(stores.old), stores.old.removals]).toEqual([values, [['A']]]);
  });

  test('are found for each destination, before the rest is deleted', async () => {
    const stores = storesOf({ entries: { A: '1', B: '2' } }, { entries: {} });
    const other = { ...stores.other, entries: stores.old.entries };
    const { outcomes, errors } = await copy(APART, { ...stores, other }, MOVE);
    expect([outcomes, errors]).toEqual([['A copied, deleted', 'B present, retained'], ['E1126']]);
    expect([held(stores.old), held(stores.target)]).toEqual([{ B: '2' }, { A: '1' }]);
  });

  test('are found where only some entries are one', async () => {
    const stores = storesOf({ entries: values });
    const target = showing(() => ({ ...held(stores.old), A: '1' }));
    const { outcomes, errors } = await copy(ABC, { ...stores, target }, MOVE);
    expect(errors).toEqual(['E1126']);
    expect(outcomes).toEqual(['A present, deleted', 'B present, retained', 'C present, retained']);
    expect(held(stores.old)).toEqual({ B: '2', C: '' });
  });

  test('are found where the entry of one secret is secretly the destination of another', async () => {
    const plan = planOf({
      stores: { old: leaf(OLD) },
      secrets: { A: stored(), B: stored({ refs: { old: { item: 'X' } } }) },
    });
    const stores = storesOf({ entries: { A: 'same', X: 'same' } });
    const target = showing(() => ({ A: 'same', ...(stores.old.entries.has('A') && { B: 'same' }) }));
    const { errors } = await copy(plan, { ...stores, target }, MOVE, 'old');
    expect(errors).toEqual(['E1126']);
    expect(held(stores.old)).toEqual({ A: 'same', X: 'same' });
  });

  test('lose nothing where the destination cannot be read after the deletion', async () => {
    const stores = storesOf({ entries: values });
    let reads = 0;
    Object.assign(stores.target, {
      gate: async () => {
        reads += 1;
        if (reads === 3) stores.target.failing = DENIED;
      },
    });
    const { errors } = await copy(ABC, stores, MOVE);
    expect(errors).toEqual(['E1102']);
    expect(held(stores.old)).toEqual(values);
  });

  test('is said where a value could not be written back', async () => {
    const stores = aliased({ failsWrites: DENIED });
    const { errors, messages, outcomes } = await copy(ABC, stores, MOVE);
    expect([errors, outcomes?.[0]]).toEqual([['E1126', 'E1132'], 'A present, deleted']);
    expect(messages?.[0]).toMatch(/: both addresses lead to the same place$/u);
    expect(stores.old.writes).toHaveLength(3);
  });
});
