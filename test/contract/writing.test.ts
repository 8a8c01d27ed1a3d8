/** What every store that can be written promises to those who write it. */
import { expect, test } from '@jest/globals';
import { CALL, convention } from '../runtime/providers/open-store.js';
import { VALUE } from '../worlds/shared/store-world.js';
import { eachStore, found, isWritable, read, write } from './each-store.js';

eachStore((subject) => {
  const { world, abilities, fresh } = subject;
  /** The least that the store holds. */
  const least = world.mostBytes === undefined || world.holdsEmpty ? '' : '0';

  test('what is written is there for the next process, beside what was there', async () => {
    const { store, another } = await fresh();
    expect(await write(store, { NEW_1: 'one', NEW_2: 'two' })).toEqual(['written', 'written']);
    expect(await read(await another(), 'NEW_1', 'HELD', 'NEW_2')).toEqual([found('one'), found(VALUE), found('two')]);
  });

  test('writing again replaces, longer and shorter', async () => {
    const { store, another } = await fresh();
    for (const value of ['a longer text than that which was there before', 's', least, 'second']) {
      expect(await write(store, { HELD: value })).toEqual(['written']);
      expect([await read(store, 'HELD'), await read(await another(), 'HELD')]).toEqual([
        [found(value)],
        [found(value)],
      ]);
    }
  });

  test('nothing to write is nothing', async () => {
    const { store } = await fresh();
    expect(await store.write?.([], CALL)).toEqual([]);
    expect((await store.remove?.([], CALL)) ?? []).toEqual([]);
  });

  test('an entry that is there is kept if only a missing one is wanted', async () => {
    const { store, another } = await fresh();
    await write(store, { LEAST: least });
    const wanted = { HELD: 'canary-other', LEAST: 'canary-other', MISSING: 'fresh' };
    // A store that shows no value cannot give the one that is there.
    const there = (value: string) => (abilities.read ? `present ${value}` : 'failed conflict');
    expect(await write(await another(), wanted, { onlyIfAbsent: true })).toEqual([
      there(VALUE),
      there(least),
      'written',
    ]);
    expect(await read(store, 'HELD', 'LEAST', 'MISSING')).toEqual([found(VALUE), found(least), found('fresh')]);
  });

  (world.hasRace ? test.skip : test)('of two writers that find none, both end up with one value', async () => {
    const { another } = await fresh();
    const writers = await Promise.all([another(), another()]);
    const answers = await Promise.all(
      writers.map((store, index) => write(store, { SHARED: `of writer ${index}` }, { onlyIfAbsent: true })),
    );
    const [value = ''] = await read(await another(), 'SHARED');
    const winner = value.replace('found ', '');
    expect(['of writer 0', 'of writer 1']).toContain(winner);
    expect(answers.flat().sort()).toEqual([abilities.read ? `present ${winner}` : 'failed conflict', 'written']);
  });

  test('removed is distinguished from nothing to remove, and leaves the rest', async () => {
    if (!abilities.remove) return;
    const { store, another } = await fresh();
    await write(store, { NEW: 'x' });
    const twice = async () =>
      (await (await another()).remove?.([convention('NEW'), convention('GONE')], CALL))?.map(({ kind }) => kind);
    expect([await twice(), await twice()]).toEqual([
      ['removed', 'absent'],
      ['absent', 'absent'],
    ]);
    expect(await read(await another(), 'HELD', 'NEW')).toEqual([found(VALUE), 'absent']);
  });

  test('what is removed can be written again', async () => {
    if (!abilities.remove) return;
    const { store, another } = await fresh();
    await store.remove?.([convention('HELD')], CALL);
    expect(await write(await another(), { HELD: 'again' }, { onlyIfAbsent: true })).toEqual(['written']);
    expect(await read(store, 'HELD')).toEqual([found('again')]);
  });
}, isWritable);
