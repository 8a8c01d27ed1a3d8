/**
 * What a call would come to if these stores were down and these entries missing: the executor's answer, without a store. Values are
 * taken to be what they are declared to be. Held by a law over generated cases in `test/compiler/analyses/simulate`.
 */
import type { ViolationReport } from '#schemas/report.js';
import { holds, makeAll, type MakingMode } from './make.js';
import type { Model, Wanted } from './model.js';
import { readAll, type Walk } from './read.js';
import type { SimulatedMode } from '#schemas/plan-simulation.js';
import type { Passed, Question, SimulatedSecret, Simulation } from './simulation.js';
import type { Point } from './points.js';
import { isPresent, type State, type States } from './states.js';

const MODES: Readonly<Record<SimulatedMode, MakingMode>> = {
  run: { hasValues: true, makes: true, asks: true, needsRequired: true },
  check: { hasValues: true, makes: true, asks: false, needsRequired: false },
  report: { hasValues: false, makes: false, asks: false, needsRequired: false },
};

export function simulate(model: Model, question: Question): Simulation {
  const walks = readAll(model, question);
  const unread = unreadIn(walks);
  const mode = MODES[question.mode];
  // Beside values that may exist none is made.
  const making = unread.size === 0 ? mode : { ...mode, makes: false, asks: false };
  const made = makeAll(model, walks, foundIn(walks), making);
  const refused = new Map(made.refused.map((name) => [name, NONE]));
  const failed = withDependents(model, made.states, new Map([...unread, ...refused]));
  const passed = new Map(walks.flatMap((walk) => (isPlain(walk) ? [] : [[walk.step.name, passedIn(walk)] as const])));
  const secrets = [...model.wanted.values()].flatMap((one) => {
    return one.isVisible ? [secretOf(one, made.states.get(one.name), failed.get(one.name) ?? null, passed)] : [];
  });
  const violations = violationsIn(model, made.states, failed);
  const fails = failed.size > 0 || violations.length > 0 || secrets.some(({ outcome }) => outcome === 'missing');
  const isDegraded = walks.some((walk) => !isPlain(walk));
  return { outcome: fails ? 'fails' : isDegraded ? 'degraded' : 'ok', secrets, violations, refused: made.refused };
}

type AllPassed = readonly Passed[];
const NONE: AllPassed = [];

function isPlain({ failed, failedCache }: Walk): boolean {
  return failedCache === null && failed.length === 0;
}

/** The cache is asked first. */
function passedIn({ failed, failedCache }: Walk): AllPassed {
  return failedCache === null ? failed : [failedCache, ...failed];
}

/** The secrets that no store has while one that might have them fails, with the stores that do. */
function unreadIn(walks: readonly Walk[]): ReadonlyMap<string, AllPassed> {
  const unread = new Map<string, AllPassed>();
  for (const { step, foundAt, failed } of walks) {
    if (foundAt === null && failed.length > 0) unread.set(step.name, failed);
  }
  return unread;
}

/** What is found in one store is in one state: an object for each secret would fill the memory. */
function foundIn(walks: readonly Walk[]): Map<string, State> {
  const states = new Map<string, State>();
  const foundThere = new Map<Point | null, State>();
  for (const { step, foundAt } of walks) {
    if (foundAt === null) continue;
    const point = (foundAt === -1 ? step.cache : step.chain[foundAt])?.point ?? null;
    const state: State = foundThere.get(point) ?? { kind: 'found', origin: { kind: 'found', point } };
    foundThere.set(point, state);
    states.set(step.name, state);
  }
  return states;
}

/** And what is made of them; an identity without a role is missing. */
function withDependents(
  { finish }: Model,
  states: States,
  unread: ReadonlyMap<string, AllPassed>,
): Map<string, AllPassed> {
  const failed = new Map(unread);
  if (unread.size === 0) return failed;
  for (const { kind, name, inputs } of finish) {
    if (kind === 'check identity' || states.get(name)?.kind === 'found') continue;
    const input = inputs.find((one) => failed.has(one));
    if (input !== undefined) failed.set(name, failed.get(input) ?? NONE);
  }
  return failed;
}

function secretOf(
  { name, isRequired: required }: Wanted,
  state: State | undefined,
  failed: AllPassed | null,
  passed: ReadonlyMap<string, AllPassed>,
): SimulatedSecret {
  if (failed !== null) return { name, required, outcome: 'failed', store: null, passed: failed, isPending: false };
  const before = passed.get(name) ?? NONE;
  if (state === undefined || state.kind === 'missing') {
    const outcome = required ? 'missing' : 'omitted';
    return { name, required, outcome, store: null, passed: before, isPending: false };
  }
  const { origin } = state;
  const store = 'point' in origin ? (origin.point?.row ?? null) : null;
  return { name, required, outcome: origin.kind, store, passed: before, isPending: state.kind === 'pending' };
}

/** A group with a member of which nothing is known is not judged. */
function violationsIn(
  { groups }: Model,
  states: States,
  failed: ReadonlyMap<string, unknown>,
): readonly ViolationReport[] {
  return groups.flatMap((group) => {
    const { name, mode, members } = group;
    if (holds(group, states) || members.some((member) => failed.has(member))) return [];
    return [
      { kind: mode, group: name, secrets: members, present: members.filter((member) => isPresent(states, member)) },
    ];
  });
}
