/** An import over fake stores, phase by phase: what is refused before anything is written, and what a failure leaves behind. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { copySecrets } from '#runtime/execute/keeping/copy-secrets.js';
import { linkImport } from '#runtime/link/link-import.js';
import type { Plan } from '#schemas/plan.js';
import { DEFAULT_URI } from '../../../helpers/execute-plan.js';
import { everything, type FakeStore, fakeStore, fakeWorld, textIn } from '../../../helpers/fake-store.js';
import { choice, composed, leaf, planOf, stored, user } from '../../../helpers/plan.js';
import { tried } from '../../../helpers/thoroughness.js';
import {
  AB,
  APART,
  contents,
  copy,
  DENIED,
  held,
  MOVE,
  OLD,
  OTHER,
  requests,
  type Stores,
  storesOf,
} from './copy-case.js';

/** Refused with these codes, and nothing was written or deleted. */
async function expectRefused(plan: Plan, stores: Stores, how: { deletesSource: boolean }, codes: readonly string[]) {
  const before = contents(stores);
  const { errors } = await copy(plan, stores, how);
  expect(errors).toEqual(codes);
  expect(contents(stores)).toEqual(before);
  for (const store of Object.values(stores)) expect([store.writes, store.removals]).toEqual([[], []]);
}

/** Runs `change` before the store answers its second batch of reads: the one that verifies. */
function beforeSecondRead(store: FakeStore, change: () => void): FakeStore {
  let count = 0;
  const gate = async () => {
    count += 1;
    if (count === 2) change();
  };
  return Object.assign(store, { gate });
}

test.each([
  [false, ['[0/2] reading both stores', '[1/2] writing']],
  [true, ['[0/3] reading both stores', '[1/3] writing', '[2/3] verifying and deleting']],
])('reports its phases (deleting: %s), and their end', async (deletesSource, phases) => {
  const linked = linkImport(AB, choice({}), OLD, user({ provider: DEFAULT_URI }));
  if (linked.kind === 'refused') throw new Error('the plan does not link');
  const steps: (string | null)[] = [];
  const { portsFor } = fakeWorld(
    { [OLD]: fakeStore({ entries: { A: '1' } }), [DEFAULT_URI]: fakeStore({}) },
    { progress: (step) => steps.push(step && `[${step.done}/${step.of}] ${step.what}`) },
  );
  await copySecrets(
    { linked: linked.plan, source: linked.source, deletesSource },
    portsFor(linked.plan, everything(linked.plan)),
  );
  expect(steps).toEqual([...phases, null]);
});

describe('a copy', () => {
  test('never overwrites, and tells what is where', async () => {
    const plan = planOf({ secrets: { A: stored(), B: stored(), C: stored(), D: stored(), E: composed('{A}') } });
    const stores = storesOf({ entries: { A: '1', B: '2' } }, { entries: { B: 'mine', C: 'c' } });
    const { outcomes, accesses } = await copy(plan, stores);
    expect(outcomes).toEqual(['A copied', 'B present', 'C only there', 'D absent']);
    expect(accesses).toEqual(['set A written']);
    expect(contents(stores)).toMatchObject({ old: { A: '1', B: '2' }, target: { A: '1', B: 'mine', C: 'c' } });
  });

  test('is what is stored: encoded, empty, or not text', async () => {
    const plan = planOf({ secrets: { A: stored({ decode: 'base64' }), B: stored(), C: stored() } });
    const stores = storesOf({ entries: { A: 'aGk', B: '', C: Uint8Array.of(255, 0) } });
    expect((await copy(plan, stores)).errors).toEqual([]);
    expect(stores.target.entries.get('A')).toEqual(Buffer.from('aGk'));
    expect([stores.target.entries.get('B'), stores.target.entries.get('C')]).toEqual([
      Buffer.from(''),
      Uint8Array.of(255, 0),
    ]);
  });

  test('of a thousand secrets takes one call of each kind per store, and a move deletes one of them before the others', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `S${index}`);
    const plan = planOf({ secrets: Object.fromEntries(names.map((name) => [name, stored()])) });
    const stores = storesOf({ entries: Object.fromEntries(names.map((name) => [name, name])) });
    expect((await copy(plan, stores, MOVE)).outcomes).toHaveLength(1000);
    expect(requests(stores)).toEqual([
      [2, 0, 2],
      [4, 1, 0],
      [0, 0, 0],
    ]);
    expect(stores.old.removals[0]).toEqual(['S0']);
    expect([stores.old.entries.size, stores.target.entries.size]).toEqual([0, 1000]);
  });

  test('that another process was faster to store stays, and is not deleted from the source unless it is the same', async () => {
    const [lost, same] = ['theirs', '1'].map((text) => storesOf({ entries: { A: '1' } }, { meanwhile: { A: text } }));
    const plan = planOf({ secrets: { A: stored() } });
    if (lost === undefined || same === undefined) throw new Error('no stores');
    expect((await copy(plan, lost, MOVE)).outcomes).toEqual(['A present, differing']);
    expect((await copy(plan, same, MOVE)).outcomes).toEqual(['A present, deleted']);
    expect([held(lost.old), held(same.old)]).toEqual([{ A: '1' }, {}]);
  });
});

describe('a part of a document', () => {
  const part = stored({ extract: { format: 'json', pointer: ['x'] }, ref: { item: 'DOCUMENT' } });
  const plan = planOf({ secrets: { A: stored(), PART: part, Z: stored() } });

  test('is left out, by name, where the source does not have the document', async () => {
    const stores = storesOf({ entries: { A: 'a', Z: 'z' } });
    const { outcomes, errors } = await copy(plan, stores, MOVE);
    expect([outcomes, errors]).toEqual([['A copied, deleted', 'PART part', 'Z copied, deleted'], []]);
  });
  test('whose document the source has refuses the import', () =>
    expectRefused(plan, storesOf({ entries: { A: 'a', DOCUMENT: '{}' } }), MOVE, ['E1116']));
  test('of a source that fails is one of its failures', () =>
    expectRefused(planOf({ secrets: { PART: part } }), storesOf({ failing: DENIED }), MOVE, ['E1102']));
});

describe('a copy to a store that cannot be read', () => {
  const writeOnly = { writeOnly: true, holdsTextOnly: true } as const;

  test('adds what it does not list, under any address, and reads nothing back', async () => {
    const plan = planOf({
      secrets: {
        A: stored(),
        B: stored(),
        C: stored({ ref: { item: '/c' } }),
        D: stored({ ref: { item: '/d' } }),
        E: stored(),
      },
    });
    const stores = storesOf(
      { entries: { A: '1', B: '2', '/c': '3', '/d': '4' } },
      { ...writeOnly, entries: { B: 'mine', '/d': 'mine', E: 'e' } },
    );
    const { outcomes, errors } = await copy(plan, stores);
    expect(errors).toEqual([]);
    expect(outcomes).toEqual(['A copied', 'B present', 'C copied', 'D present', 'E only there']);
    expect(held(stores.target)).toEqual({ A: '1', B: 'mine', '/c': '3', '/d': 'mine', E: 'e' });
    expect(stores.target.reads).toEqual([]);
  });

  test('is refused if the store cannot be listed', async () => {
    const stores = storesOf({ entries: { A: '1', B: '2' } }, { ...writeOnly, failing: DENIED });
    await expectRefused(AB, stores, { deletesSource: false }, ['E1102']);
  });

  test('is refused before anything is read if the source would be deleted', async () => {
    const stores = storesOf({ entries: { A: '1' } }, {}, writeOnly);
    await expectRefused(APART, stores, MOVE, ['E1131']);
    expect(requests(stores)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('from one that cannot be read is refused', async () => {
    await expectRefused(AB, storesOf({ ...writeOnly, entries: { A: '1' } }), { deletesSource: false }, ['E1108']);
  });
});

describe('nothing is written if', () => {
  const two = { entries: { A: '1', B: '2' } };
  const failing = { failingEntries: { B: DENIED } };
  test.each<[string, Plan, Stores, readonly string[]]>([
    ['half of the source is denied', AB, storesOf({ ...two, ...failing }), ['E1102']],
    ['half of a destination is denied', AB, storesOf(two, failing), ['E1102']],
    ['one destination cannot be opened', APART, storesOf(two, {}, { refusing: DENIED }), ['E1102']],
    ['one destination cannot be read', APART, storesOf(two, {}, { failing: DENIED }), ['E1102']],
    ['one destination is read-only', APART, storesOf(two, {}, { readOnly: true }), ['E1114']],
    [
      'one value is not text, and its store holds nothing else',
      APART,
      storesOf({ entries: { A: '1', B: Uint8Array.of(255) } }, {}, { holdsTextOnly: true }),
      ['E1110'],
    ],
    [
      'one value is not encoded as declared',
      planOf({ secrets: { A: stored(), B: stored({ decode: 'hex' }) } }),
      storesOf({ entries: { A: '1', B: 'xyz' } }),
      ['E1004'],
    ],
    [
      'two secrets have one destination, by name',
      planOf({
        stores: { old: leaf(OLD) },
        secrets: { A: stored({ ref: { item: 'X' } }), B: stored({ ref: { item: 'X' } }) },
      }),
      storesOf({ entries: { X: '1' } }),
      ['E1127'],
    ],
    [
      'two secrets have one destination, even if the source has neither',
      planOf({
        secrets: { A: stored({ ref: { item: 'X' } }), B: stored({ ref: { item: 'X' } }), C: stored() },
      }),
      storesOf({ entries: { C: '3' } }),
      ['E1127'],
    ],
    ['two secrets have one destination, as only the store knows', AB, storesOf(two, { entryIdentity: 'e' }), ['E1127']],
    [
      'a secret is part of a document',
      planOf({ secrets: { A: stored(), B: stored({ extract: { format: 'json', pointer: [] } }) } }),
      storesOf(two),
      ['E1116'],
    ],
  ])('%s', async (_, plan, stores, codes) => {
    await expectRefused(plan, stores, { deletesSource: false }, codes);
    await expectRefused(plan, stores, MOVE, codes);
  });

  test.each<[string, Plan, Stores, readonly string[]]>([
    ['the source never removes', AB, storesOf({ ...two, neverRemoves: true }), ['E1120']],
    ['source and destination are one store', AB, storesOf({ ...two, identity: 'i' }, { identity: 'i' }), ['E1126']],
    [
      'the source of one secret is the destination of another',
      planOf({
        stores: { main: leaf(OLD) },
        secrets: { A: stored({ route: ['main'], refs: { main: { item: 'B' } } }), B: stored() },
      }),
      storesOf(two),
      ['E1128'],
    ],
  ])('it is a move and %s', async (_, plan, stores, codes) => {
    await expectRefused(plan, stores, MOVE, codes);
  });

  test('the source cannot be opened, and then no destination is read', async () => {
    const stores = storesOf({ refusing: DENIED });
    await expectRefused(AB, stores, MOVE, ['E1102']);
    expect(stores.target.reads).toEqual([]);
  });

  test('a source that never removes is found before a destination is read', async () => {
    const stores = storesOf({ ...two, neverRemoves: true });
    await copy(AB, stores, MOVE);
    expect(requests(stores)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});

describe('a failure', () => {
  const values = { entries: { A: '1', B: '2' } };

  test('at a write keeps the source, and the next import completes', async () => {
    const stores = storesOf(values, {}, { failsWrites: DENIED });
    const { outcomes, errors, accesses } = await copy(APART, stores, MOVE);
    expect([outcomes, errors]).toEqual([['A copied, retained', 'B failed, retained'], ['E1102']]);
    expect([accesses, held(stores.old)]).toEqual([['set A written'], values.entries]);
    const again = { ...stores, other: fakeStore() };
    expect((await copy(APART, again, MOVE)).outcomes).toEqual(['A present, deleted', 'B copied, deleted']);
    expect(contents(again)).toEqual({ old: {}, target: { A: '1' }, other: { B: '2' } });
  });

  test('to read back keeps the source, and the next import completes', async () => {
    const stores = storesOf(values);
    beforeSecondRead(stores.target, () => Object.assign(stores.target, { failing: DENIED }));
    const { outcomes, errors } = await copy(AB, stores, MOVE);
    expect([outcomes?.map((line) => line.slice(0, 8)), errors]).toEqual([['A copied', 'B copied'], ['E1102']]);
    expect([held(stores.old), stores.old.removals]).toEqual([values.entries, []]);
    stores.target.failing = null;
    expect((await copy(AB, stores, MOVE)).outcomes).toEqual(['A present, deleted', 'B present, deleted']);
  });

  test('of the store to keep what it was given keeps the source', async () => {
    const stores = storesOf(values);
    beforeSecondRead(stores.target, () => stores.target.entries.set('B', 'spoiled'));
    const { outcomes, errors } = await copy(AB, stores, MOVE);
    expect([outcomes, errors]).toEqual([['A copied, retained', 'B copied, differing'], ['E1129']]);
    expect([held(stores.old), stores.old.removals]).toEqual([values.entries, []]);
  });

  test('at the deletion leaves the value in both', async () => {
    const stores = storesOf({ ...values, failsRemovals: true });
    const { outcomes, errors, accesses } = await copy(AB, stores, MOVE);
    expect([outcomes, errors]).toEqual([['A copied, retained', 'B copied, retained'], ['E1101']]);
    expect(accesses).toEqual(['set A written', 'set B written', 'delete A error', 'delete B error']);
    expect(contents(stores)).toMatchObject({ old: values.entries, target: values.entries });
  });

  test('does not happen where the source was changed since it was read: the new value stays', async () => {
    const stores = storesOf(values);
    beforeSecondRead(stores.old, () => stores.old.entries.set('A', 'newer'));
    const { outcomes, errors } = await copy(AB, stores, MOVE);
    expect([outcomes, errors]).toEqual([['A copied, differing', 'B copied, deleted'], []]);
    expect(held(stores.old)).toEqual({ A: 'newer' });
  });
});

test('an entry of the source that two secrets share stays while one of them still needs it', async () => {
  const refs = { old: { item: 'X' } };
  const plan = planOf({ stores: { old: leaf(OLD) }, secrets: { A: stored({ refs }), B: stored({ refs }) } });
  const stores = storesOf({ entries: { X: '1' } }, { entries: { B: 'mine' } });
  expect((await copy(plan, stores, MOVE, 'old')).outcomes).toEqual(['A copied, retained', 'B present, differing']);
  expect(held(stores.old)).toEqual({ X: '1' });
  stores.target.entries.delete('B');
  expect((await copy(plan, stores, MOVE, 'old')).outcomes).toEqual(['A present, deleted', 'B copied, deleted']);
  expect([held(stores.old), stores.old.removals]).toEqual([{}, [['X']]]);
});

describe('a literal source', () => {
  const aliases = { old: leaf(OLD, { template: { item: 'OLD_{key}' } }), same: leaf('dotenv:./old.env') };
  const plan = planOf({ stores: aliases, secrets: { A: stored(), B: stored(), C: stored({ ref: { item: 'C' } }) } });

  test('is warned of if an alias of the same store has other addresses, whose credentials are not needed', async () => {
    const { warnings } = await copy(plan, storesOf({}));
    expect(warnings).toHaveLength(1);
    expect(warnings?.[0]).toMatch(/^W0801 alias `old` .* 2 secrets differently, such as `A`/u);
  });
  test('is not warned of if the store knows the addresses to be the same', async () => {
    expect((await copy(plan, storesOf({ entryIdentity: 'e' }, {}), { deletesSource: false })).warnings).toEqual([]);
  });
  test('is not warned of if it is an alias', async () => {
    expect((await copy(plan, storesOf({}), { deletesSource: false }, 'old')).warnings).toEqual([]);
  });
});

test('whatever fails, no value is ever in neither store, and an import without failures completes the move', async () => {
  const names = ['A', 'B', 'C'];
  const parts = fc.record({
    inSource: fc.subarray(names),
    inTarget: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('same', 'mine')),
    readFails: fc.subarray(names),
    meanwhile: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('same', 'theirs')),
    failsWrites: fc.boolean(),
    failsRemovals: fc.boolean(),
    failsVerification: fc.boolean(),
    routes: fc.tuple(...names.map(() => fc.constantFrom(DEFAULT_URI, OTHER))),
  });
  await fc.assert(
    fc.asyncProperty(parts, async (world) => {
      const entryOf = (name: string, text: string) => [name, text === 'same' ? `value of ${name}` : text];
      const mapped = (texts: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(texts).map(([name, text]) => entryOf(name, text)));
      const old = Object.fromEntries(world.inSource.map((name) => entryOf(name, 'same')));
      const stores = storesOf(
        { entries: old, failsRemovals: world.failsRemovals },
        { entries: mapped(world.inTarget), failsWrites: world.failsWrites, meanwhile: mapped(world.meanwhile) },
        { failingEntries: Object.fromEntries(world.readFails.map((name) => [name, DENIED])) },
      );
      if (world.failsVerification)
        beforeSecondRead(stores.target, () => Object.assign(stores.target, { failing: DENIED }));
      const secrets = names.map((name, index) => [name, stored({ route: [world.routes[index] ?? DEFAULT_URI] })]);
      const plan = planOf({ secrets: Object.fromEntries(secrets) });
      const isKept = () =>
        world.inSource.every((name) => {
          return [stores.old, stores.target, stores.other].some((store) => textIn(store, name) === `value of ${name}`);
        });
      await copy(plan, stores, MOVE);
      expect(isKept()).toBe(true);
      for (const store of Object.values(stores)) {
        Object.assign(store, {
          failsWrites: false,
          failsRemovals: false,
          failing: null,
          failingEntries: {},
          meanwhile: {},
        });
        Object.assign(store, { gate: undefined });
      }
      const { errors } = await copy(plan, stores, MOVE);
      expect([errors, isKept()]).toEqual([[], true]);
      // What is left in the source is what its destination has otherwise.
      for (const [index, name] of names.entries()) {
        const target = world.routes[index] === OTHER ? stores.other : stores.target;
        if (textIn(stores.old, name) !== null) expect(textIn(target, name)).not.toBe(textIn(stores.old, name));
      }
    }),
    { numRuns: tried(300) },
  );
});
