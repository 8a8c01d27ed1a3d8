/** The answers to questions about a plan. */
import type { PlanContacts } from '#schemas/plan-contacts.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { contactsAnalysis } from '../../plan/front-end.js';

export async function contactsOf(question: PlanQuestion): Promise<PlanContacts> {
  return (await contactsAnalysis()).planContacts(question);
}
