/** The permissions that `run` needs, as a document of a vendor. */
import type { PlanPolicy, PolicyTarget, UncoveredStore } from '#schemas/plan-policy.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { UsageError } from '../../failure.js';
import { permissionsAnalysis } from '../../plan/front-end.js';
import { namedStore } from './named-store.js';

export interface WantedPolicy {
  readonly for: PolicyTarget;
  readonly profile: string;
  readonly isReadOnly: boolean;
  /** The store whose server the document is for; null: the only server there is. */
  readonly store: string | null;
  /** Which of the documents that the permissions need; null: all in one. */
  readonly part: number | null;
}

export type MadePolicy =
  | { readonly kind: 'policy'; readonly policy: PlanPolicy; readonly notes: readonly string[] }
  | { readonly kind: 'none covered'; readonly title: string; readonly uncovered: readonly UncoveredStore[] };

/** Stops if the plan cannot have the store, and if it must be chosen. */
export async function policyOf(question: PlanQuestion, wanted: WantedPolicy): Promise<MadePolicy> {
  const { part, ...about } = wanted;
  const { planPolicy } = await permissionsAnalysis();
  const store = wanted.store === null ? null : namedStore(question.plan, wanted.store);
  const answer = planPolicy(question, { ...about, store, ...(part !== null && { part }) });
  if (answer.kind === 'no such part')
    throw new UsageError(
      `the permissions need ${answer.parts === 1 ? 'one document' : `${answer.parts} documents`} for ${answer.title}, and part ${part} is not one of them`,
      answer.parts === 1 ? 'leave out `--part`' : `parts are 1 to ${answer.parts}`,
    );
  if (answer.kind !== 'several servers') return answer;
  throw new UsageError(
    `profile \`${wanted.profile}\` has stores on ${answer.stores.length} servers of ${answer.title}, and a document is for one`,
    `choose one with \`--store\`: ${answer.stores.join(', ')}`,
  );
}
