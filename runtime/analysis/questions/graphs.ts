/** The picture of a plan, and with it what becomes of its secrets if a store is down. */
import type { PlanGraph, PlanPicture } from '#schemas/plan-graph.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { graphAnalysis, pictureAnalysis } from '../../plan/front-end.js';

export async function graphOf(question: PlanQuestion): Promise<PlanGraph> {
  return (await graphAnalysis()).planGraph(question);
}

export async function pictureOf(question: PlanQuestion): Promise<PlanPicture> {
  return (await pictureAnalysis()).planPicture(question);
}
