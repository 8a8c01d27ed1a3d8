/** The answers to questions about a plan. */
import type { PlanContacts } from '#schemas/plan-contacts.js';
import type { PlanCost } from '#schemas/plan-cost.js';
import type { PlanUses } from '#schemas/plan-uses.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { contactsAnalysis, costAnalysis, usesAnalysis } from '../../plan/front-end.js';

export async function contactsOf(question: PlanQuestion): Promise<PlanContacts> {
  return (await contactsAnalysis()).planContacts(question);
}

export interface AskedEntry {
  readonly store: string;
  readonly item: string | null;
  readonly field: string | null;
}

/** Stops if the plan cannot have the store. */
export async function usesOf(question: PlanQuestion, { store, ...entry }: AskedEntry): Promise<PlanUses> {
  const [{ usesOfStore }, { namedStore }] = await Promise.all([usesAnalysis(), import('./named-store.js')]);
  return usesOfStore(question, { store: namedStore(question.plan, store), ...entry });
}

export async function costOf(question: PlanQuestion): Promise<PlanCost> {
  return (await costAnalysis()).planCost(question);
}
