/** Cycles among names that refer to each other, found without recursion: chains may be thousands of names long. */

/** Names on all cycles that are reported: where everything refers to everything there are more than anybody could read. */
const MOST_NAMES = 100_000;

interface Cycles {
  readonly found: (readonly string[])[];
  names: number;
}

/**
 * Every cycle that a walk in the given order closes, as the names on it, first name first, until that is too many. A name
 * is walked once, so a graph with many cycles gives at least one for each knot.
 */
export function cyclesOf(
  names: Iterable<string>,
  inputsOf: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const cycles: Cycles = { found: [], names: 0 };
  const finished = new Set<string>();
  for (const start of names) if (!finished.has(start)) walk(start, inputsOf, finished, cycles);
  return cycles.found;
}

interface Step {
  readonly name: string;
  readonly inputs: Iterator<string>;
}

function walk(
  start: string,
  inputsOf: (name: string) => readonly string[],
  finished: Set<string>,
  cycles: Cycles,
): void {
  const enter = (name: string): Step => ({ name, inputs: inputsOf(name).values() });
  const way: Step[] = [enter(start)];
  const onWay = new Map([[start, 0]]);
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    const next = step.inputs.next();
    if (next.done === true) {
      way.pop();
      onWay.delete(step.name);
      finished.add(step.name);
      continue;
    }
    const met = onWay.get(next.value);
    if (met !== undefined) addCycle(cycles, way, met);
    else if (!finished.has(next.value)) {
      onWay.set(next.value, way.length);
      way.push(enter(next.value));
    }
  }
}

function addCycle(cycles: Cycles, way: readonly Step[], start: number): void {
  if (cycles.names >= MOST_NAMES) return;
  const cycle = way.slice(start).map(({ name }) => name);
  cycles.found.push(cycle);
  cycles.names += cycle.length;
}
