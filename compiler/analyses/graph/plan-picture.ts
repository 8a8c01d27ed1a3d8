/** The picture of a plan with what happens if a store is down: the answers of the simulation, for every profile. */
import type { OutageCase, PlanPicture, ProfileOutages } from '#schemas/plan-graph.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { type Model, modelOf } from '../simulate/model.js';
import { keepsNothing, Points } from '../simulate/points.js';
import { simulate } from '../simulate/simulate.js';
import { profileKeys } from './alike-profiles.js';
import { type GraphWithRows, graphWithRows } from './plan-graph.js';

export function planPicture(question: PlanQuestion): PlanPicture {
  const drawn = graphWithRows(question);
  const keyOf = profileKeys(question.plan, drawn.rows);
  const known = new Map<string, ProfileOutages['cases']>();
  const outages = question.profiles.map((profile): ProfileOutages => {
    const key = keyOf(profile);
    const shared = known.get(key);
    if (shared !== undefined) return { profile, cases: shared };
    const model = modelOf(question.plan, profile, question.scope, new Points(question.plan, profile, drawn.rows));
    const cases = casesOf(model, drawn);
    if (!mayMake(model)) known.set(key, cases);
    return { profile, cases };
  });
  return { graph: drawn.graph, outages };
}

/** Whether a value may be made although every entry is there: then it counts which secrets share an entry, and entries have names of their profile. */
function mayMake({ reads }: Model): boolean {
  return reads.some(({ chain, whenMissing: { kind } }) => {
    return (kind === 'generate' || kind === 'prompt') && chain.every(({ point }) => keepsNothing(point));
  });
}

function casesOf(model: Model, { rows, idOf }: GraphWithRows): ProfileOutages['cases'] {
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
  return [caseOf(null, new Set()), ...each];
}
