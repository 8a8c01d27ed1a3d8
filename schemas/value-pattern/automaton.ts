/** A pattern as states and ways between them. It may be in several states at once, and is then as far as any of them. */
import { LAST_CODE_POINT, type Range } from './characters.js';
import type { PatternPart } from './pattern.js';

export interface PatternAutomaton {
  /** Sets of states are sorted, and only of those that read a character or accept. */
  readonly start: readonly number[];
  readonly after: (states: readonly number[], kind: number) => readonly number[];
  readonly accepts: (states: readonly number[]) => boolean;
  /** Characters of one class are the same for every part of the pattern. */
  readonly classOf: (point: number) => number;
}

type State =
  | { readonly kind: 'accept' }
  | { readonly kind: 'read'; readonly ranges: readonly Range[]; readonly next: number }
  /** Goes on without a character. */
  | { readonly kind: 'fork'; readonly to: number[] };

export function automatonOf(pattern: PatternPart): PatternAutomaton {
  const states: State[] = [{ kind: 'accept' }];
  const start = laidOut(pattern, 0, states);
  const bounds = boundsOf(states);
  const classes = new Map<readonly Range[], Uint8Array>();
  const readers = states.map((state) => {
    if (state.kind !== 'read') return null;
    const known = classes.get(state.ranges) ?? classesIn(state.ranges, bounds);
    classes.set(state.ranges, known);
    return known;
  });
  return {
    start: settled([start], states),
    after(from, kind) {
      const next: number[] = [];
      for (const index of from) {
        const state = states[index];
        if (state?.kind === 'read' && readers[index]?.[kind] === 1) next.push(state.next);
      }
      return settled(next, states);
    },
    accepts: (found) => found.includes(0),
    classOf: classifier(bounds),
  };
}

/** Adds the states of a part that goes on with `next`. Gives the one that it starts with. */
function laidOut(part: PatternPart, next: number, states: State[]): number {
  switch (part.kind) {
    case 'character':
      return states.push({ kind: 'read', ranges: part.ranges, next }) - 1;
    case 'sequence':
      return part.parts.reduceRight((after, one) => laidOut(one, after, states), next);
    case 'choice':
      return states.push({ kind: 'fork', to: part.parts.map((one) => laidOut(one, next, states)) }) - 1;
    case 'repeat':
      return repeated(part, next, states);
  }
}

/** `a{2,4}` is `aa(a(a)?)?`, `a{2,}` is `aaa*`. */
function repeated(
  { part, least, most }: Extract<PatternPart, { kind: 'repeat' }>,
  next: number,
  states: State[],
): number {
  let start = next;
  if (most === null) {
    const to = [next];
    start = states.push({ kind: 'fork', to }) - 1;
    to.push(laidOut(part, start, states));
  } else {
    for (let count = least; count < most; count++)
      start = states.push({ kind: 'fork', to: [laidOut(part, start, states), next] }) - 1;
  }
  for (let count = 0; count < least; count++) start = laidOut(part, start, states);
  return start;
}

/** What is reached from these without a character. */
function settled(from: readonly number[], states: readonly State[]): readonly number[] {
  const seen = new Uint8Array(states.length);
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (seen[index] === 1) continue;
    seen[index] = 1;
    const state = states[index];
    if (state?.kind === 'fork') for (const next of state.to) open.push(next);
  }
  const reached: number[] = [];
  for (let index = 0; index < states.length; index++)
    if (seen[index] === 1 && states[index]?.kind !== 'fork') reached.push(index);
  return reached;
}

/** Where classes of characters start, in order. */
function boundsOf(states: readonly State[]): readonly number[] {
  const bounds = new Set([0]);
  for (const state of states) {
    if (state.kind !== 'read') continue;
    for (const [first, last] of state.ranges) bounds.add(first).add(last + 1);
  }
  return [...bounds].filter((bound) => bound <= LAST_CODE_POINT).sort((left, right) => left - right);
}

/** 1 for each class that is in the ranges. */
function classesIn(ranges: readonly Range[], bounds: readonly number[]): Uint8Array {
  return Uint8Array.from(bounds, (bound) => Number(ranges.some(([first, last]) => first <= bound && bound <= last)));
}

const ASCII = 128;

function classifier(bounds: readonly number[]): (point: number) => number {
  const search = (point: number): number => {
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((bounds[middle] ?? 0) <= point) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ascii = Uint16Array.from({ length: ASCII }, (_unused, point) => search(point));
  return (point) => ascii[point] ?? search(point);
}
