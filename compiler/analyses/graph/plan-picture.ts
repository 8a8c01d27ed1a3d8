/** The picture of a plan with what happens if a store is down: the answers of the simulation, for every profile. */
import type { OutageCase, PlanPicture, ProfileOutages } from '#schemas/plan-graph.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { modelOf } from '../simulate/model.js';
import { Points } from '../simulate/points.js';
import { simulate } from '../simulate/simulate.js';
import { type GraphWithRows, graphWithRows } from './plan-graph.js';

export function planPicture(question: PlanQuestion): PlanPicture {
  const drawn = graphWithRows(question);
  return { graph: drawn.graph, outages: question.profiles.map((profile) => outagesOf(question, profile, drawn)) };
}

function outagesOf({ plan, scope }: PlanQuestion, profile: string, { rows, idOf }: GraphWithRows): ProfileOutages {
  const model = modelOf(plan, profile, scope, new Points(plan, profile, rows));
  const caseOf = (store: string | null, down: ReadonlySet<string>): OutageCase => {
    const { outcome, secrets } = simulate(model, { mode: 'run', isWarm: false, down, missing: new Set() });
    return {
      store,
      outcome,
      secrets: secrets.map(({ name, outcome: fate, store: row }) => {
        return { id: idOf.get(name) ?? '', outcome: fate, store: row === null ? null : (idOf.get(row) ?? null) };
      }),
    };
  };
  const met = model.points.all();
  const each = rows.sorted().flatMap((row) => {
    const down = new Set(met.flatMap((point) => (point.row === row ? [point.id] : [])));
    return down.size === 0 ? [] : [caseOf(idOf.get(row) ?? '', down)];
  });
  return { profile, cases: [caseOf(null, new Set()), ...each] };
}
