import { expect, test } from '@jest/globals';
import { inOrder } from '#runtime/providers/bases/in-order.js';
import { isOfTheLock } from '#runtime/providers/bases/locks.js';
import { type Failed, failed } from '#runtime/providers/store-failure.js';

const done = { kind: 'written' } as const;

async function tried(answerOf: (index: number) => Failed | null) {
  const log: string[] = [];
  const answers = await inOrder(
    ['a', 'b', 'c', 'd'],
    async (item, index) => {
      log.push(`+${item}`);
      await new Promise(setImmediate);
      log.push(`-${item}`);
      return answerOf(index) ?? done;
    },
    isOfTheLock,
  );
  return {
    log: log.join(' '),
    kinds: answers.map((answer) => ('failure' in answer ? answer.failure.kind : answer.kind)),
  };
}

test('one after the other', async () => {
  expect(await tried(() => null)).toEqual({ log: '+a -a +b -b +c -c +d -d', kinds: Array(4).fill('written') });
});

test('a failure of one is its own', async () => {
  const { log, kinds } = await tried((index) => (index === 1 ? failed('denied', 'no') : null));
  expect([log, kinds]).toEqual(['+a -a +b -b +c -c +d -d', ['written', 'denied', 'written', 'written']]);
});

test('after one of the whole store nothing more is tried', async () => {
  const { log, kinds } = await tried((index) => (index === 1 ? failed('locked', 'no') : null));
  expect([log, kinds]).toEqual(['+a -a +b -b', ['written', 'locked', 'locked', 'locked']]);
});
