/** What every store does when it is given up, and when something else is in the place of its file. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CALL, convention, inShort } from '../runtime/providers/open-store.js';
import { VALUE } from '../worlds/shared/store-world.js';
import { aborting } from './aborting-ports.js';
import { eachStore, found, isReadable, isWritable, keeps, read, write } from './each-store.js';

const MOST_STEPS = 60;
const IN_PLACE: Readonly<Record<string, (path: string) => void>> = {
  'a folder': (path) => mkdirSync(path),
  'a folder with files': (path) => {
    mkdirSync(path);
    writeFileSync(`${path}/HELD`, 'canary-other');
    writeFileSync(`${path}/HELD.gpg`, 'canary-other');
  },
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to nowhere': (path) => symlinkSync(`${path}.nowhere/canary`, path),
  'a device': (path) => symlinkSync('/dev/zero', path),
};

eachStore((subject) => {
  test('a call that was given up is answered, and changes nothing', async () => {
    const { store, another } = await subject.fresh();
    const call = { signal: AbortSignal.abort(new Error('given up')) };
    const answers = await store.read([convention('HELD'), convention('GONE')], call);
    expect(answers.map(({ kind }) => (kind === 'failed' ? 'failed' : 'answered'))).toHaveLength(2);
    expect(JSON.stringify([answers, await store.list?.(call)])).not.toContain('canary');
    if (!isWritable(subject)) return;
    expect((await write(store, { HELD: 'canary-new' }, call))[0]).toMatch(/^(failed|written)/);
    expect((await store.remove?.([convention('GONE')], call))?.length ?? 1).toBe(1);
    expect(['canary-new', VALUE].map(found)).toContain((await read(await another(), 'HELD'))[0]);
  });

  test('a read that is given up at any step is answered', async () => {
    if (!isReadable(subject)) return;
    const held = keeps(subject) ? found(VALUE) : 'absent';
    const world = await subject.fresh();
    for (let step = 1, isOver = false; !isOver; step++) {
      expect(step).toBeLessThan(MOST_STEPS);
      const { ports, call, reached } = aborting(world.ports, step);
      const [answer] = await (await world.another(ports)).read([convention('HELD')], call);
      if (answer?.kind !== 'failed') expect([step, inShort(answer)]).toEqual([step, held]);
      isOver = !reached();
    }
  });
});

eachStore((subject) => {
  test('a change that is given up at any step is made or not, as it says, and blocks no other', async () => {
    const world = await subject.fresh();
    const values = [VALUE];
    for (let step = 1, isOver = false; !isOver; step++) {
      expect(step).toBeLessThan(MOST_STEPS);
      const { ports, call, reached } = aborting(world.ports, step);
      const value = `canary-${step}`;
      const [answer] = await write(await world.another(ports), { HELD: value }, call);
      values.push(value);
      const [now = ''] = await read(await world.another(), 'HELD');
      expect(values.map(found)).toContain(now);
      if (answer === 'written') expect([step, now]).toEqual([step, found(value)]);
      isOver = !reached();
    }
    expect(await write(await world.another(), { HELD: 'after' })).toEqual(['written']);
    expect(await read(await world.another(), 'HELD')).toEqual([found('after')]);
  });
}, isWritable);

/** Of stores that are files. */
eachStore(
  (subject) => {
    const file = subject.world.file ?? '';

    test('a store whose file is gone has no entry, and fails for no other reason', async () => {
      const { store, at, another } = await subject.fresh();
      await read(store, 'HELD');
      rmSync(`${at}/${file}`);
      expect([await read(store, 'HELD'), await read(await another(), 'HELD')]).toEqual([['absent'], ['absent']]);
      if (isWritable(subject)) expect(await write(store, { HELD: 'new' })).toEqual(['written']);
    }, 60_000);

    test.each(Object.entries(IN_PLACE))(
      '%s in place of the file is no value',
      async (_, put) => {
        const { at, store, another } = await subject.fresh();
        await read(store, 'HELD');
        const path = `${at}/${file}`;
        const before = readFileSync(path);
        rmSync(path);
        put(path);
        for (const reader of [store, await another()]) {
          const [answer] = await reader.read([convention('HELD')], CALL);
          expect(answer?.kind === 'found' ? 'found' : answer?.kind).toMatch(/^(failed|absent)$/);
          expect(JSON.stringify([answer, await reader.list?.(CALL)])).not.toContain('canary');
        }
        if (!isWritable(subject)) return;
        expect((await write(await another(), { HELD: 'new' }))[0]).toMatch(/^(failed|written)/);
        rmSync(path, { recursive: true, force: true });
        writeFileSync(path, before, { mode: 0o600 });
        expect(await read(await another(), 'HELD')).toEqual([found(VALUE)]);
      },
      60_000,
    );
  },
  ({ world }) => world.file !== undefined,
);
