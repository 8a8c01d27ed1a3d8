/** Signals of requests, and what a long session keeps of them: nothing. */
import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { followedSignal } from '#runtime/session/followed-signal.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { requestPorts } from '#runtime/session/request.js';

const listening = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const silent = { warn: async () => {}, notice: async () => {} };

function both() {
  const [own, session] = [new AbortController(), new AbortController()];
  return { own, session, ...followedSignal([own.signal, session.signal]) };
}

test.each(['own', 'session'] as const)('while work runs, the signal %s aborts it, with its reason', async (which) => {
  const { signal, during, ...controllers } = both();
  const reason = new Error('enough');
  await during(async () => {
    expect(signal.aborted).toBe(false);
    controllers[which].abort(reason);
    expect(signal.reason).toBe(reason);
  });
});

test('what was aborted between two pieces of work is so from the beginning of the next', async () => {
  const { own, signal, during } = both();
  await during(async () => {});
  own.abort();
  await during(async () => expect(signal.aborted).toBe(true));
});

test('nobody listens before, after and besides the work, also if it fails', async () => {
  const { own, session, during } = both();
  const counts = () => [own, session].map(({ signal }) => listening(signal));
  expect(counts()).toEqual([0, 0]);
  const nested = async () => {
    await during(async () => expect(counts()).toEqual([1, 1]));
    expect(counts()).toEqual([1, 1]);
    throw new Error('no');
  };
  await expect(during(nested)).rejects.toThrow('no');
  expect(counts()).toEqual([0, 0]);
});

test('a thousand requests with one signal leave nothing at it and at the session', async () => {
  const [own, ending] = [new AbortController(), new AbortController()];
  const session = nodePorts({ ...silent, signal: () => ending.signal });
  const before = [own.signal, session.signal].map(held);
  const any = AbortSignal.any([own.signal]);
  expect([any.aborted, held(own.signal)]).toEqual([false, Number(before[0]) + 1]);
  for (let count = 0; count < 1000; count++) {
    const { ports, asked } = requestPorts(session, { signal: own.signal });
    await asked?.during(async () => expect(ports.signal.aborted).toBe(false));
  }
  expect([own.signal, session.signal].map(held)).toEqual([Number(before[0]) + 1, before[1]]);
});

/** Listeners, and what else is in its collections, such as the signals that `AbortSignal.any` made of it. */
function held(signal: AbortSignal): number {
  const members: readonly unknown[] = Object.getOwnPropertySymbols(signal).map((name) => Reflect.get(signal, name));
  const sizes = members.map((member) => Object(member).size).filter((size) => typeof size === 'number');
  return sizes.reduce((sum, size) => sum + size, listening(signal));
}
