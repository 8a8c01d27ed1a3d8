import { expect, test } from '@jest/globals';
import { inOrder } from '#runtime/providers/bases/in-order.js';
import { type Failed, failed } from '#runtime/providers/store-failure.js';

const done = { kind: 'written' } as const;
const ALL = failed('missing-program', 'no program');

/** Items are behind the lock that their first letter names; `-` has none. */
async function tried(answerOf: (index: number) => Failed | null, items = ['a', 'b', 'c', 'd']) {
  const log: string[] = [];
  let asked = 0;
  const answers = await inOrder(
    items,
    async (item, index) => {
      log.push(`+${item}`);
      await new Promise(setImmediate);
      log.push(`-${item}`);
      return answerOf(index) ?? done;
    },
    {
      concernsAll: (failure) => failure === ALL,
      lockOf: async (item) => {
        asked++;
        return item.startsWith('-') ? null : item.charAt(0);
      },
    },
  );
  return {
    log: log.join(' '),
    asked,
    kinds: answers.map((answer) => ('failure' in answer ? answer.failure.kind : answer.kind)),
  };
}

test('one after the other, whatever is behind which lock', async () => {
  expect(await tried(() => null)).toEqual({
    log: '+a -a +b -b +c -c +d -d',
    asked: 0,
    kinds: Array(4).fill('written'),
  });
});

test('a failure of one is its own', async () => {
  const { log, kinds } = await tried((index) => (index === 1 ? failed('denied', 'no') : null));
  expect([log, kinds]).toEqual(['+a -a +b -b +c -c +d -d', ['written', 'denied', 'written', 'written']]);
});

test('after one of the whole store nothing more is tried', async () => {
  const { log, asked, kinds } = await tried((index) => (index === 1 ? ALL : null));
  expect([log, asked]).toEqual(['+a -a +b -b', 0]);
  expect(kinds).toEqual(['written', 'missing-program', 'missing-program', 'missing-program']);
});

test.each(['locked', 'missing-program', 'timeout'] as const)(
  'after one of a lock (%s), what is behind the same lock is not tried, and the rest is',
  async (kind) => {
    const { log, kinds } = await tried((index) => (index === 0 ? failed(kind, 'no') : null), ['a1', 'b1', 'a2', 'b2']);
    expect([log, kinds]).toEqual(['+a1 -a1 +b1 -b1 +b2 -b2', [kind, 'written', kind, 'written']]);
  },
);

test('what is behind no lock stops nothing', async () => {
  const { kinds } = await tried((index) => (index === 0 ? failed('locked', 'no') : null), ['-1', '-2', 'a']);
  expect(kinds).toEqual(['locked', 'written', 'written']);
});
