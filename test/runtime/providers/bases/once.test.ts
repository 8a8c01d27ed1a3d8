import { expect, test } from '@jest/globals';
import { Once } from '#runtime/providers/bases/once.js';
import { type Failed, failed } from '#runtime/providers/store-failure.js';
import { CALL } from '../open-store.js';

interface Key {
  readonly kind: 'key';
  readonly asked: number;
}

function world(answerOf: (asked: number, signal: AbortSignal) => Failed | null = () => null) {
  const once = new Once<Key>();
  let asked = 0;
  const get = (signal = CALL.signal) =>
    once.get(
      async () => {
        const turn = ++asked;
        await new Promise(setImmediate);
        return answerOf(turn, signal) ?? { kind: 'key', asked: turn };
      },
      { signal },
    );
  return { once, get, count: () => asked };
}

test('who needs it at the same time and afterwards gets one answer', async () => {
  const { get, count } = world();
  const answers = await Promise.all([get(), get(), get()]);
  expect(answers).toEqual([{ kind: 'key', asked: 1 }, answers[0], answers[0]]);
  expect([await get(), count()]).toEqual([answers[0], 1]);
});

test('a failure goes to all who waited, and is not kept', async () => {
  const { get, count } = world((turn) => (turn === 1 ? failed('locked', 'no') : null));
  expect(await Promise.all([get(), get()])).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  expect([await get(), count()]).toEqual([{ kind: 'key', asked: 2 }, 2]);
});

test('what is thrown is not kept either', async () => {
  const once = new Once<Key>();
  const throwing = async () => {
    throw new Error('no');
  };
  await expect(once.get(throwing, CALL)).rejects.toThrow('no');
  expect(await once.get(async () => ({ kind: 'key', asked: 2 }), CALL)).toMatchObject({ asked: 2 });
});

test('where the call that asked is given up, one that waited asks itself', async () => {
  const stop = new AbortController();
  const { get, count } = world((_, signal) => (signal.aborted ? failed('timeout', 'given up') : null));
  const first = get(stop.signal);
  const second = get();
  const third = get();
  stop.abort();
  expect(await Promise.all([first, second, third])).toMatchObject([{ kind: 'failed' }, { asked: 2 }, { asked: 2 }]);
  expect(count()).toBe(2);
});

test('what is forgotten is asked for again, and a newer answer is kept', async () => {
  const { once, get } = world();
  const first = await get();
  const forget = () => first.kind === 'key' && once.forget(first);
  forget();
  expect(await get()).toEqual({ kind: 'key', asked: 2 });
  forget();
  expect(await get()).toEqual({ kind: 'key', asked: 2 });
});
