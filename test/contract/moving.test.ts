/**
 * A move between two addresses that lead to one store without showing it, as `127.0.0.1` and `localhost`, a namespace in the header
 * and in the path, or one folder mounted twice: no store that can delete loses the only copy.
 */
import { expect, test } from '@jest/globals';
import type { Store } from '#runtime/providers/provider.js';
import { differently, moveBetween } from '../helpers/move-between.js';
import { VALUE } from '../worlds/shared/store-world.js';
import { eachStore, found, isReadable, isWritable, read, type Subject, write } from './each-store.js';

const VALUES = { NEW_1: 'first', NEW_2: 'canary: second' };
const NAMES = ['HELD', ...Object.keys(VALUES)];
const ALL = [found(VALUE), ...Object.values(VALUES).map(found)];
const removes = ({ abilities }: Subject) => abilities.remove;

eachStore(
  ({ scheme, abilities, fresh }) => {
    const usable = (store: Store) => ({ kind: 'open', scheme, abilities, store }) as const;
    const move = (from: Store, to: Store) => moveBetween(usable(from), usable(differently(to)), NAMES);

    test('a move onto itself under another address loses nothing', async () => {
      const { store, another } = await fresh();
      await write(store, VALUES);
      expect(await move(store, await another())).toEqual([['E1126'], 'retained', 'retained', 'retained']);
      expect(await read(await another(), ...NAMES)).toEqual(ALL);
    });

    test('a move to another store moves everything', async () => {
      const { store, another } = await fresh();
      await write(store, VALUES);
      const target = await fresh();
      expect(await move(store, target.store)).toEqual([[], 'deleted', 'deleted', 'deleted']);
      expect(await read(await another(), ...NAMES)).toEqual(ALL.map(() => 'absent'));
      expect(await read(await target.another(), ...NAMES)).toEqual(ALL);
    });
  },
  (subject) => isReadable(subject) && isWritable(subject) && removes(subject),
);
