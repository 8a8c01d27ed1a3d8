/** The order in which composed and derived secrets are made: each after all it is made of. */
import { dependencyOrder } from '#schemas/dependency-order.js';
import { inputsOf } from '#schemas/meaning.js';
import type { PlanSecret } from '#schemas/plan.js';
import type { FinishOrder, Some } from '#schemas/plan-outline.js';
import type { Selected } from './selected.js';
import { ROWS_SHOWN, some } from './some.js';

type Inputs = ReadonlyMap<string, readonly string[]>;

/**
 * One order for all profiles, if there is one. In one profile a secret may be made of another, and that other
 * of it in the next; then every profile has its own.
 */
export function finishOrders(selected: Selected): Some<FinishOrder> {
  const together = order(inputsWhere(selected, () => true));
  if (together !== null) return { shown: together.length === 0 ? [] : [{ profile: null, steps: together }], more: 0 };
  const inputsIn = (profile: string) => inputsWhere(selected, (profiles) => profiles.includes(profile));
  const making = selected.profiles.filter((profile) => inputsIn(profile).size > 0);
  return some(making, ROWS_SHOWN, (profile) => ({ profile, steps: order(inputsIn(profile)) ?? [] }));
}

/** What each composed or derived secret is made of, over the meanings that hold. */
function inputsWhere({ meanings }: Selected, holds: (profiles: readonly string[]) => boolean): Inputs {
  const inputs = new Map<string, readonly string[]>();
  for (const [secret, own] of meanings) {
    const made = own.filter(({ meaning, profiles }) => holds(profiles) && isMade(meaning));
    if (made.length > 0) inputs.set(secret, [...new Set(made.flatMap(({ meaning }) => inputsOf(meaning)))]);
  }
  return inputs;
}

/** An identity is stored, and checked with the secrets that play its roles. */
function isMade(meaning: PlanSecret): boolean {
  return meaning.source.kind !== 'stored' || inputsOf(meaning).length > 0;
}

/** Null if there is a cycle. */
function order(inputs: Inputs): FinishOrder['steps'] | null {
  const own = (secret: string) => inputs.get(secret) ?? [];
  const { order, cycles } = dependencyOrder(inputs.keys(), (secret) =>
    own(secret).filter((input) => inputs.has(input)),
  );
  return cycles.length > 0 ? null : order.map((secret) => ({ secret, inputs: own(secret) }));
}
