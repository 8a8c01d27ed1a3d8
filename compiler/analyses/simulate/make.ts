/** Making, imagined: defaults, values that are generated or asked for, and what is made of others, in the order of the executor. */
import type { Group, Model, ReadStep } from './model.js';
import type { Walk } from './read.js';
import { type Sharing, shared } from './sharing.js';
import { COMPOSED, finishAll, finished, isPresent, MISSING, type Origin, type State, type States } from './states.js';

export interface MakingMode {
  /** Whether the operation handles values, or only looks for them. */
  readonly hasValues: boolean;
  readonly makes: boolean;
  readonly asks: boolean;
  /** Whether nothing is made for a call that is known to fail. */
  readonly needsRequired: boolean;
}

export interface Made {
  readonly states: States;
  /** The secrets whose store takes no value: the operation fails at them. */
  readonly refused: readonly string[];
}

/** `states`: of what was found; the rest is added to them. */
export function makeAll(model: Model, walks: readonly Walk[], states: Map<string, State>, mode: MakingMode): Made {
  const wishes: ReadStep[] = [];
  for (const { step, foundAt, failed } of walks) {
    if (foundAt !== null || failed.length > 0) continue;
    const { kind } = step.whenMissing;
    states.set(step.name, kind === 'default' ? DEFAULT : MISSING);
    if (kind === 'generate' || (kind === 'prompt' && mode.asks)) wishes.push(step);
  }
  if (wishes.length > 0) return makeWished(model, walks, states, wishes, mode);
  finishAll(model.finish, states, mode.hasValues);
  return { states, refused: [] };
}

const DEFAULT: State = { kind: 'found', origin: { kind: 'default' } };

function makeWished(
  model: Model,
  walks: readonly Walk[],
  known: States,
  wishes: readonly ReadStep[],
  mode: MakingMode,
): Made {
  const { sharing, states: prospect } = foreseen(model, walks, known, wishes, mode);
  if (!mode.makes) return reported(model, sharing, known, mode);
  if (isHopeless(model, prospect, mode)) return { states: prospect, refused: [] };
  const refused = sharing.makers.filter(({ keeps, refusesWrites }) => keeps && refusesWrites);
  if (refused.length > 0) return { states: prospect, refused: refused.map(({ name }) => name) };
  const states = new Map<string, State>(known);
  for (const [name, origin] of originsOf(sharing)) states.set(name, { kind: 'found', origin });
  finishAll(model.finish, states, mode.hasValues);
  return { states, refused: [] };
}

/** A report counts as missing what a store would have to keep first. */
function reported(model: Model, { makers, readers }: Sharing, known: States, mode: MakingMode): Made {
  const states = new Map<string, State>(known);
  const origins = originsOf({ makers, readers });
  for (const step of [...makers, ...readers.map((reader) => reader.step)]) {
    const { name, isRequired } = step;
    const origin = origins.get(name) ?? COMPOSED;
    const isMissing = isRequired && !isPresent(known, name) && keepsGenerated(step);
    states.set(name, isMissing ? MISSING : { kind: 'pending', origin });
  }
  finishAll(model.finish, states, mode.hasValues);
  return { states, refused: [] };
}

function keepsGenerated({ written }: ReadStep): boolean {
  return written !== null && written.point.abilities?.keeps.generated !== false;
}

/** What is made for an entry that no store keeps has no store, nor has what shares it. */
function originsOf({ makers, readers }: Sharing): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const step of makers) origins.set(step.name, { kind: howOf(step), point: pointOf(step) });
  for (const { step, link, maker } of readers) {
    const origin: Origin = maker.keeps ? { kind: 'found', point: link.point } : { kind: howOf(maker), point: null };
    origins.set(step.name, origin);
  }
  return origins;
}

function howOf({ whenMissing }: ReadStep): 'generated' | 'prompted' {
  return whenMissing.kind === 'prompt' ? 'prompted' : 'generated';
}

function pointOf({ keeps, written }: ReadStep) {
  return keeps ? (written?.point ?? null) : null;
}

interface Prospect {
  readonly sharing: Sharing;
  readonly states: States;
}

/** What the call leads to if all that is better made is made. */
function foreseen(
  { finish, groups }: Model,
  walks: readonly Walk[],
  known: States,
  wishes: readonly ReadStep[],
  mode: MakingMode,
): Prospect {
  let kept = wishes;
  for (;;) {
    const sharing = shared(walks, kept);
    const states = new Map<string, State>(known);
    for (const [name, origin] of originsOf(sharing)) states.set(name, { kind: 'pending', origin });
    for (const step of finish) {
      const needed = step.kind === 'check identity' ? [step.name, ...step.inputs] : step.inputs;
      const isOpen = needed.some((input) => states.get(input)?.kind === 'pending');
      const isThere = needed.every((input) => isPresent(states, input));
      const open: State = isThere ? { kind: 'pending', origin: originIn(states, step.name) } : MISSING;
      states.set(step.name, isOpen ? open : finished(step, states, mode.hasValues));
    }
    const excess = excessIn(groups, states, !mode.makes);
    const rest = kept.filter(({ name }) => !excess.has(name));
    if (rest.length === kept.length) return { sharing, states };
    kept = rest;
  }
}

/** An identity that would be made stays one; else it is made of others. */
function originIn(states: States, name: string): Origin {
  const state = states.get(name);
  return state === undefined || state.kind === 'missing' ? COMPOSED : state.origin;
}

/** The members of exactly-one groups that are better not made, because two would have a value. */
function excessIn(groups: readonly Group[], states: States, isReport: boolean): ReadonlySet<string> {
  const excess = new Set<string>();
  for (const { mode, members } of groups) {
    if (mode !== 'exactly_one' || members.filter((member) => isPresent(states, member)).length < 2) continue;
    if (isReport && !members.some((member) => states.get(member)?.kind === 'found')) continue;
    for (const member of members) excess.add(member);
  }
  return excess;
}

function isHopeless({ wanted, groups }: Model, states: States, { needsRequired }: MakingMode): boolean {
  if (!needsRequired) return false;
  for (const { name, isVisible, isRequired } of wanted.values()) {
    if (isVisible && isRequired && !isPresent(states, name)) return true;
  }
  return groups.some((group) => !holds(group, states));
}

export function holds({ mode, members }: Group, states: States): boolean {
  const present = members.filter((member) => isPresent(states, member)).length;
  return mode === 'at_least_one' ? present >= 1 : present === 1;
}
