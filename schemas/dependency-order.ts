/**
 * What is made of what, in order: each name after all it is made of, and the circles that make this impossible. Asked
 * here by passes, analyses, `link` and readers of plan files. Walks without recursion: chains may be thousands of names long.
 */

/** Names on all cycles that are reported: where everything refers to everything there are more than a person could read. */
const MOST_NAMES = 100_000;

export interface DependencyOrder {
  /** All names that were reached, once each, after their inputs wherever there are no cycles. */
  readonly order: readonly string[];
  /** As the names on them, first name first. A name is walked once, so there is at least one for each knot. */
  readonly cycles: readonly (readonly string[])[];
}

interface Walk {
  readonly order: string[];
  readonly cycles: (readonly string[])[];
  readonly finished: Set<string>;
  namesOnCycles: number;
}

/** Walks from the given names, in their order. Linear in the names and their inputs. */
export function dependencyOrder(
  names: Iterable<string>,
  inputsOf: (name: string) => readonly string[],
): DependencyOrder {
  const walk: Walk = { order: [], cycles: [], finished: new Set(), namesOnCycles: 0 };
  for (const start of names) if (!walk.finished.has(start)) walkFrom(start, inputsOf, walk);
  return walk;
}

interface Step {
  readonly name: string;
  readonly inputs: Iterator<string>;
}

function walkFrom(start: string, inputsOf: (name: string) => readonly string[], walk: Walk): void {
  const enter = (name: string): Step => ({ name, inputs: inputsOf(name).values() });
  const way: Step[] = [enter(start)];
  const onWay = new Map([[start, 0]]);
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    const next = step.inputs.next();
    if (next.done === true) {
      way.pop();
      onWay.delete(step.name);
      walk.finished.add(step.name);
      walk.order.push(step.name);
      continue;
    }
    const met = onWay.get(next.value);
    if (met !== undefined) addCycle(walk, way, met);
    else if (!walk.finished.has(next.value)) {
      onWay.set(next.value, way.length);
      way.push(enter(next.value));
    }
  }
}

function addCycle(walk: Walk, way: readonly Step[], start: number): void {
  if (walk.namesOnCycles >= MOST_NAMES) return;
  const cycle = way.slice(start).map(({ name }) => name);
  walk.cycles.push(cycle);
  walk.namesOnCycles += cycle.length;
}
