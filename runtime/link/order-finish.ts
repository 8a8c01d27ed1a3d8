/** Composed and derived secrets in order: each after all it is made of. */

import { dependencyOrder } from '#schemas/dependency-order.js';
import { inputsOf } from '#schemas/meaning.js';
import { named } from '#schemas/named.js';
import type { PlanSecret } from '#schemas/plan.js';
import { typeCan } from '#schemas/secret-types/index.js';
import type { FinishStep, Wanted } from './linked-plan.js';
import type { WantedSecret, WantedSecrets } from './wanted.js';

/** Ties are broken by name. The compiler has refused cycles. */
export function orderFinish(wanted: WantedSecrets, factsOf: (secret: WantedSecret) => Wanted): readonly FinishStep[] {
  const finished = new Map<string, WantedSecret>();
  for (const [name, secret] of wanted) if (isFinished(secret.meaning)) finished.set(name, secret);
  const inputsIn = (name: string) => {
    const secret = finished.get(name);
    return secret === undefined ? [] : inputsOf(secret.meaning).filter((input) => finished.has(input));
  };
  return dependencyOrder(finished.keys(), inputsIn).order.flatMap((name) => {
    const secret = finished.get(name);
    const step = secret === undefined ? null : stepOf(secret, factsOf);
    return step ?? [];
  });
}

function stepOf(secret: WantedSecret, factsOf: (secret: WantedSecret) => Wanted): FinishStep | null {
  const { source, roles = named<string>([]) } = secret.meaning;
  switch (source.kind) {
    case 'composed':
      return { ...factsOf(secret), kind: 'compose', parts: source.parts };
    case 'derived':
      return { ...factsOf(secret), kind: 'derive', from: source.from, how: source.how, roles };
    case 'stored':
      return typeCan(secret.meaning.type, 'check') ? { kind: 'check identity', secret: secret.secret, roles } : null;
  }
}

/** Whether the secret needs a step after the stores have answered. */
function isFinished(meaning: PlanSecret): boolean {
  return meaning.source.kind !== 'stored' || typeCan(meaning.type, 'check');
}
