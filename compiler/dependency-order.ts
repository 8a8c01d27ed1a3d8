/** Cycles among names that refer to each other, found without recursion: chains may be thousands of names long. */

/**
 * Every cycle that a walk in the given order closes, as the names on it, first name first. A name is walked once, so a
 * graph with many cycles gives at least one for each knot.
 */
export function cyclesOf(
  names: Iterable<string>,
  inputsOf: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  for (const start of names) if (!finished.has(start)) walk(start, inputsOf, finished, cycles);
  return cycles;
}

interface Step {
  readonly name: string;
  readonly inputs: Iterator<string>;
}

function walk(
  start: string,
  inputsOf: (name: string) => readonly string[],
  finished: Set<string>,
  cycles: string[][],
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
    if (met !== undefined) cycles.push(way.slice(met).map(({ name }) => name));
    else if (!finished.has(next.value)) {
      onWay.set(next.value, way.length);
      way.push(enter(next.value));
    }
  }
}
