/** Composed and derived secrets in order: each after all it is made of. */

import { dependencyOrder } from '#schemas/dependency-order.js';
import { inputsOf } from '#schemas/meaning.js';
import { named } from '#schemas/named.js';
import { typeCan } from '#schemas/secret-types/index.js';
import type { FinishStep, Wanted } from './linked-plan.js';
import type { WantedSecret, WantedSecrets } from './wanted.js';

/** Ties are broken by name. The compiler has refused cycles. */
export function orderFinish(wanted: WantedSecrets, factsOf: (secret: WantedSecret) => Wanted): readonly FinishStep[] {
  const finished = new Map<string, WantedSecret>();
  const isChecked = checksOf(wanted);
  for (const [name, secret] of wanted) {
    if (secret.meaning.source.kind !== 'stored' || isChecked(secret)) finished.set(name, secret);
  }
  const inputsIn = (name: string) => {
    const secret = finished.get(name);
    return secret === undefined ? [] : inputsOf(secret.meaning).filter((input) => finished.has(input));
  };
  return dependencyOrder(finished.keys(), inputsIn).order.flatMap((name) => {
    const secret = finished.get(name);
    return secret === undefined ? [] : [stepOf(secret, factsOf)];
  });
}

function stepOf(secret: WantedSecret, factsOf: (secret: WantedSecret) => Wanted): FinishStep {
  const { source, roles = named<string>([]) } = secret.meaning;
  switch (source.kind) {
    case 'composed':
      return { ...factsOf(secret), kind: 'compose', parts: source.parts };
    case 'derived':
      return { ...factsOf(secret), kind: 'derive', from: source.from, how: source.how, roles };
    case 'stored':
      return { kind: 'check identity', secret: secret.secret, roles };
  }
}

/**
 * Whether the value of a stored secret is checked: others are exported from it, a credential opens it, or it is generated. A
 * type without any of these only informs (spec 2.8).
 */
function checksOf(wanted: WantedSecrets): (secret: WantedSecret) => boolean {
  const exported = new Set<string>();
  for (const { meaning } of wanted.values()) {
    const { source } = meaning;
    if (source.kind === 'derived' && source.how.kind === 'export') exported.add(source.from);
  }
  return ({ secret, meaning: { source, type, roles } }) => {
    if (source.kind !== 'stored' || !typeCan(type, 'check')) return false;
    return source.whenMissing.kind === 'generate' || roles !== undefined || exported.has(secret);
  };
}
