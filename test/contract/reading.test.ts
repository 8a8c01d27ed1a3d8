/** What every store promises to those who read it (`runtime/providers/provider.ts`). */
import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CALL, convention, inShort, native, says } from '../runtime/providers/open-store.js';
import { VALUE } from '../worlds/shared/store-world.js';
import { counted } from './counted-ports.js';
import { eachStore, found, type FilledStore, isReadable, isWritable, keeps, read, write } from './each-store.js';

eachStore((subject) => {
  const { fresh } = subject;
  const held = keeps(subject) ? found(VALUE) : 'absent';

  test('one answer per request, in order; repeated requests are answered each', async () => {
    const { store, held: at } = await fresh();
    const answers = await store.read([convention('GONE'), at, convention('GONE'), at, convention('HELD')], CALL);
    expect(answers.map(inShort)).toEqual(['absent', held, 'absent', held, held]);
    expect(await store.read([], CALL)).toEqual([]);
  });

  test('a thousand requests are one batch like any other', async () => {
    const { store } = await fresh();
    const many = Array.from({ length: 1000 }, (_, index) => `K${index}`);
    expect(await read(store, ...many, 'HELD')).toEqual([...many.map(() => 'absent'), held]);
  });

  test('equal requests cost what one costs', async () => {
    const costOf = async (requests: (world: FilledStore) => Parameters<FilledStore['store']['read']>[0]) => {
      const world = await fresh();
      const { ports, cost } = counted(world.ports);
      await (await world.another(ports)).read(requests(world), CALL);
      return cost();
    };
    expect(await costOf(({ held: at }) => [at, at, at])).toEqual(await costOf(({ held: at }) => [at]));
  });
}, isReadable);

/** Of stores that only take values. */
eachStore(
  ({ fresh }) => {
    test('a read is refused in the same words for every entry, and contacts nothing', async () => {
      const world = await fresh();
      const { ports, cost } = counted(world.ports);
      const store = await world.another(ports);
      const before = cost();
      const answers = await store.read([convention('HELD'), world.held, convention('GONE')], CALL);
      expect(answers.map((answer) => answer.kind === 'failed' && answer.failure)).toEqual(
        answers.map(() => ({
          kind: 'unsupported',
          detail: expect.stringContaining('never shows'),
          help: expect.not.stringMatching(/tool (get|check|run)/),
        })),
      );
      expect(cost()).toEqual(before);
      expect(await store.read([], CALL)).toEqual([]);
    });
  },
  (subject) => !isReadable(subject),
);

eachStore((subject) => {
  const { abilities, scheme, fresh } = subject;

  test('the operations fit the abilities of the catalogue', async () => {
    const { store } = await fresh();
    const operations = [store.write !== undefined, store.remove !== undefined, store.list !== undefined];
    expect(operations).toEqual([abilities.write !== 'no', abilities.remove, abilities.list]);
  });

  test('reading and asking change nothing on disk', async () => {
    const { at, store } = await fresh();
    const before = listing(at);
    await store.read([convention('GONE'), convention('HELD')], CALL);
    for (const address of [convention('GONE'), native('x')]) {
      await Promise.all([
        says(store).refusesWrite(address),
        says(store).refusesRemove(address),
        says(store).target(address),
        says(store).absence(address),
      ]);
      await Promise.all([store.identity(address), store.identity(null)]);
    }
    await store.list?.(CALL);
    expect(listing(at)).toEqual(before);
  });

  test('a store that takes no writes says so before anyone is prompted', async () => {
    const { store } = await fresh();
    const refusals = [
      await says(store).refusesWrite(convention('NEW')),
      await says(store).refusesRemove(convention('HELD')),
    ];
    expect(refusals.map((refusal) => refusal === null)).toEqual([abilities.write !== 'no', abilities.remove]);
    for (const refusal of refusals) expect(refusal ?? scheme).toContain(scheme);
  });

  test('only a revealed value shows the value', async () => {
    const { store } = await fresh();
    const said = JSON.stringify([
      store.shown,
      await store.read([convention('HELD'), { kind: 'native', item: 'HELD', field: 'x' }], CALL),
      await store.list?.(CALL),
      await says(store).target(convention('HELD')),
      await says(store).absence(convention('HELD')),
      await says(store).refusesWrite(convention('HELD')),
    ]);
    expect(said).not.toContain('canary');
  });
});

/** Of stores that can be listed. */
eachStore(
  (subject) => {
    const names = async ({ store }: Pick<FilledStore, 'store'>) => {
      const answer = await store.list?.(CALL);
      return answer?.kind === 'listed' ? answer.entries.map(({ name }) => name).sort() : answer?.kind;
    };

    test('a list has every entry and nothing else', async () => {
      const world = await subject.fresh();
      expect(await names(world)).toEqual(['HELD']);
      if (!isWritable(subject)) return;
      await write(world.store, { ONE: 'canary-1', TWO: 'canary-2', THREE: '0' });
      expect(await names({ store: await world.another() })).toEqual(['HELD', 'ONE', 'THREE', 'TWO']);
      expect(JSON.stringify(await (await world.another()).list?.(CALL))).not.toContain('canary');
      if (!subject.abilities.remove) return;
      await world.store.remove?.(['HELD', 'TWO'].map(convention), CALL);
      expect(await names({ store: await world.another() })).toEqual(['ONE', 'THREE']);
    });
  },
  ({ abilities }) => abilities.list,
);

function listing(at: string): readonly string[] {
  return readdirSync(at, { recursive: true }).map(String).sort();
}
