import { expect, test } from '@jest/globals';
import { Locks } from '#runtime/providers/bases/locks.js';
import type { Answer } from '#runtime/providers/provider.js';
import { type Failed, failed } from '#runtime/providers/store-failure.js';
import { SecretValue } from '#runtime/values/secret-value.js';

const found: Answer = { kind: 'found', value: SecretValue.fromText('x') };
const names = (count: number, lock = '') => Array.from({ length: count }, (_, index) => `${lock}${index}`);

/** A store whose entries `a1`, `a2` share the lock `a`; `free…` has none. Writes down when each request starts and ends. */
function store(answerOf: (name: string) => Answer | Failed = () => found, limit?: string) {
  const log: string[] = [];
  const locks = new Locks(new Map(limit === undefined ? [] : [['TOOL_PROVIDER_CONCURRENCY', Buffer.from(limit)]]));
  const each = async (asked: readonly string[]) => {
    const answers = await locks.each<Answer>(
      asked,
      async (name) => (name.startsWith('free') ? null : name.charAt(0)),
      async (name) => {
        log.push(`+${name}`);
        await new Promise(setImmediate);
        log.push(`-${name}`);
        return answerOf(name);
      },
    );
    return answers.map((answer) => (answer.kind === 'failed' ? answer.failure.kind : answer.kind));
  };
  const most = () => {
    let [now, highest] = [0, 0];
    for (const [sign] of log) {
      now += sign === '+' ? 1 : -1;
      highest = Math.max(highest, now);
    }
    return highest;
  };
  return { each, log, most };
}

test('the first goes alone, the others side by side under the limit', async () => {
  const { each, log, most } = store();
  expect(await each(names(20, 'a'))).toEqual(names(20).map(() => 'found'));
  expect(log.slice(0, 3)).toEqual(['+a0', '-a0', '+a1']);
  expect(most()).toBe(8);
  const few = store(() => found, '3');
  await few.each(names(20, 'a'));
  expect(few.most()).toBe(3);
});

test('an open lock stays open', async () => {
  const { each, log } = store();
  await each(['a0']);
  await each(['a1', 'a2']);
  expect(log.slice(2)).toEqual(['+a1', '+a2', '-a1', '-a2']);
});

test('two batches at once unlock once', async () => {
  const { each, log } = store();
  await Promise.all([each(['a0', 'a1']), each(['a2', 'a3'])]);
  expect(log.slice(0, 2)).toEqual(['+a0', '-a0']);
  expect(log.length).toBe(8);
});

test('equal names are one request', async () => {
  const { each, log } = store();
  expect(await each(['a0', 'a0', 'a1', 'a0'])).toEqual(['found', 'found', 'found', 'found']);
  expect(log.length).toBe(4);
  expect(await each([])).toEqual([]);
});

test('what fails because of the lock fails for all behind it, for this batch', async () => {
  const { each, log } = store((name) => (name.startsWith('a') ? failed('locked', 'locked') : found));
  expect(await each(['a0', 'b0', 'a1', 'b1', 'free', 'a2'])).toEqual([
    'locked',
    'found',
    'locked',
    'found',
    'found',
    'locked',
  ]);
  expect(log.filter((line) => line.startsWith('+a'))).toEqual(['+a0']);
  await each(['a3']);
  expect(log).toContain('+a3');
});

test('what fails because of one entry stops no other', async () => {
  const { each } = store((name) => (name === 'a0' ? failed('malformed', 'broken') : found));
  expect(await each(['a0', 'a1', 'a2'])).toEqual(['malformed', 'found', 'found']);
});

test('what is behind no lock waits for none', async () => {
  const { each, log } = store();
  await each(['a0', 'free']);
  expect(log.slice(0, 2)).toEqual(['+a0', '+free']);
});
