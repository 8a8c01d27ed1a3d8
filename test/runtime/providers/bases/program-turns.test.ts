import { expect, test } from '@jest/globals';
import { inTurn } from '#runtime/providers/bases/program-turns.js';

const call = (limit?: string) =>
  new Map(limit === undefined ? [] : [['TOOL_PROVIDER_CONCURRENCY', Buffer.from(limit)]]);

/** Programs of one call that run until they are let go. */
function programs(environment = call()) {
  const ends: (() => void)[] = [];
  const start = (signal = new AbortController().signal) =>
    inTurn(environment, signal, () => new Promise<void>((resolve) => ends.push(resolve)));
  const settled = () => new Promise(setImmediate);
  return { ends, start, settled };
}

test.each([
  [undefined, 8],
  ['3', 3],
])(
  'with the limit %s, %d programs of a call run at once, and each of the others when one has ended',
  async (limit, most) => {
    const { ends, start, settled } = programs(call(limit));
    const all = Array.from({ length: 20 }, () => start());
    for (let ended = 0; ended < 20; ended++) {
      await settled();
      expect(ends).toHaveLength(Math.min(20, most + ended));
      ends[ended]?.();
    }
    await Promise.all(all);
  },
);

test('calls do not wait for each other', async () => {
  const [one, other] = [programs(call('1')), programs(call('1'))];
  void one.start();
  void other.start();
  await one.settled();
  expect([one.ends.length, other.ends.length]).toEqual([1, 1]);
});

test('what is given up waits no longer, and takes no turn from others', async () => {
  const { ends, start, settled } = programs(call('1'));
  const giving = new AbortController();
  void start();
  void start(giving.signal);
  void start();
  giving.abort();
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await settled();
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await settled();
  expect(ends).toHaveLength(3);
});

test('a program that fails ends its turn', async () => {
  const environment = call('1');
  const { signal } = new AbortController();
  const failed = inTurn(environment, signal, () => Promise.reject(new Error('x')));
  const next = inTurn(environment, signal, async () => 'ran');
  await expect(failed).rejects.toThrow('x');
  expect(await next).toBe('ran');
});
