/** Composed and derived secrets front to back: each after all it is made of. */

import { inputsOf } from '#schemas/meaning.js';
import { named } from '#schemas/named.js';
import type { PlanSecret } from '#schemas/plan.js';
import type { FinishStep, Wanted } from './linked-plan.js';
import type { WantedSecret, WantedSecrets } from './wanted.js';

/** Ties are broken by name. Walks without recursion, so that a chain may have any length; the compiler has refused cycles. */
export function orderFinish(wanted: WantedSecrets, factsOf: (secret: WantedSecret) => Wanted): readonly FinishStep[] {
  const steps: FinishStep[] = [];
  for (const secret of dependenciesFirst(wanted)) {
    const step = stepOf(secret, factsOf);
    if (step !== null) steps.push(step);
  }
  return steps;
}

function* dependenciesFirst(wanted: WantedSecrets): Iterable<WantedSecret> {
  const entered = new Set<string>();
  for (const start of wanted.values()) {
    if (!isFinished(start.meaning)) continue;
    const way = enter(start, entered);
    for (let place = way.at(-1); place !== undefined; place = way.at(-1)) {
      const next = place.inputs.next();
      const input = next.done === true ? undefined : wanted.get(next.value);
      if (next.done === true) yield place.secret;
      if (next.done === true) way.pop();
      else if (input !== undefined && isFinished(input.meaning)) way.push(...enter(input, entered));
    }
  }
}

interface Place {
  readonly secret: WantedSecret;
  readonly inputs: Iterator<string>;
}

/** Nothing where the secret was entered before. */
function enter(secret: WantedSecret, entered: Set<string>): Place[] {
  if (entered.has(secret.secret)) return [];
  entered.add(secret.secret);
  return [{ secret, inputs: inputsOf(secret.meaning).values() }];
}

function stepOf(secret: WantedSecret, factsOf: (secret: WantedSecret) => Wanted): FinishStep | null {
  const { source, roles = named<string>([]) } = secret.meaning;
  switch (source.kind) {
    case 'composed':
      return { ...factsOf(secret), kind: 'compose', parts: source.parts };
    case 'derived':
      return { ...factsOf(secret), kind: 'derive', from: source.from, how: source.how, roles };
    case 'stored':
      return isIdentity(secret.meaning) ? { kind: 'check identity', secret: secret.secret, roles } : null;
  }
}

/** Whether something is left to do once the stores have answered. */
function isFinished(meaning: PlanSecret): boolean {
  return meaning.source.kind !== 'stored' || isIdentity(meaning);
}

function isIdentity({ type }: PlanSecret): boolean {
  return type === 'x509_identity';
}
