/** A time limit of this process alone, whose timers and turns are given by hand. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { limitTime } from '#runtime/limit-time.js';

/** What is due at the next look at the timers, and in the next turn. */
let timers: { work: () => void; ms: number }[] = [];
let turns: (() => void)[] = [];
jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
  const timer = { work, ms };
  timers.push(timer);
  return timer;
}) as never);
jest.spyOn(globalThis, 'clearTimeout').mockImplementation(((timer: object) => {
  timers = timers.filter((other) => other !== timer);
}) as never);
jest.spyOn(globalThis, 'setImmediate').mockImplementation(((work: () => void) => {
  turns.push(work);
  return work;
}) as never);
jest.spyOn(globalThis, 'clearImmediate').mockImplementation(((turn: object) => {
  turns = turns.filter((other) => other !== turn);
}) as never);

afterEach(() => {
  [timers, turns] = [[], []];
});

/** As after a stall of any length: each timer that was set is due, once. How long the last ones were. */
function stall(): number {
  const due = timers.splice(0);
  for (const { work } of due) work();
  return due.reduce((sum, { ms }) => sum + ms, 0);
}
const turn = () => {
  for (const work of turns.splice(0)) work();
};

test('the parts add up, and what has arrived comes before the end', () => {
  const late = jest.fn();
  limitTime(1_000, late);
  let passed = 0;
  while (timers.length > 0) passed += stall();
  expect([passed, late.mock.calls.length]).toEqual([1_000, 0]);
  turn();
  expect(late).toHaveBeenCalledTimes(1);
  expect([timers, turns]).toEqual([[], []]);
});

test('one stall uses up a part, whatever its length', () => {
  const late = jest.fn();
  limitTime(1_000, late);
  stall();
  turn();
  expect([late.mock.calls.length, timers.length]).toEqual([0, 1]);
});

test.each([0, 1, 4])('a limit that ends after %d parts never comes', (parts) => {
  const late = jest.fn();
  const end = limitTime(1_000, late);
  for (let part = 0; part < parts; part++) stall();
  end();
  expect([timers, turns]).toEqual([[], []]);
  end();
  turn();
  expect(late).not.toHaveBeenCalled();
});
