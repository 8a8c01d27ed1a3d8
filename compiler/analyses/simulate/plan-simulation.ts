/** The answers of `tool plan simulate`: one call that is imagined, or each store down in turn. */
import { byName } from '#schemas/named.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import type {
  SimulatedMode,
  SimulatedPlan,
  SimulationCell,
  SimulationHead,
  SimulationMatrix,
  ToldSecret,
} from '#schemas/plan-simulation.js';
import { shownStore } from '../questions/store-rows.js';
import { type Model, modelOf } from './model.js';
import { type MissingEntry, missingEntries, storesCalled } from './named-parts.js';
import { Points } from './points.js';
import { simulate } from './simulate.js';
import type { Question, SimulatedSecret } from './simulation.js';

/** What the call names. */
export interface Imagined {
  readonly profile: string;
  readonly mode: SimulatedMode;
  readonly down: readonly string[];
  readonly missing: readonly MissingEntry[];
}

/** A name that is not there, and those that are. */
export type Unknown =
  | {
      readonly kind: 'unknown store';
      readonly name: string;
      readonly secret: string | null;
      readonly known: readonly string[];
    }
  | { readonly kind: 'unknown secret'; readonly name: string; readonly known: readonly string[] }
  /** It is in no store: it is made of others. */
  | { readonly kind: 'made secret'; readonly name: string; readonly known: readonly string[] };

export function planSimulation(question: PlanQuestion, imagined: Imagined): SimulatedPlan | Unknown {
  const prepared = preparedFor(question, imagined);
  if ('kind' in prepared) return prepared;
  const { head, asked, models } = prepared;
  const { outcome, secrets, violations, refused } = simulate(models.of(question.scope), asked);
  return { ...head, outcome, secrets: secrets.map((secret) => told(secret, refused)), violations };
}

/** Every store that the profile may meet, down alone. */
export function simulationMatrix(question: PlanQuestion, imagined: Imagined): SimulationMatrix | Unknown {
  const prepared = preparedFor(question, imagined);
  if ('kind' in prepared) return prepared;
  const { head, asked, models } = prepared;
  const scopes = question.scope === null ? [null, ...Object.keys(question.plan.scopes).sort(byName)] : [question.scope];
  const each = scopes.map((scope) => ({ scope, model: models.of(scope) }));
  const { points } = models;
  const matrix = points.rows().flatMap((row) => {
    const down = new Set(points.all().flatMap((point) => (point.row === row ? [point.id] : [])));
    return each.map(({ scope, model }) => cellOf(shownStore(row).store, scope, model, { ...asked, down }));
  });
  return { ...head, matrix };
}

function cellOf(store: string | null, scope: string | null, model: Model, asked: Question): SimulationCell {
  const { outcome, secrets } = simulate(model, asked);
  const failed: string[] = [];
  const degraded: string[] = [];
  for (const secret of secrets) {
    if (secret.outcome === 'failed') failed.push(secret.name);
    else if (secret.passed.length > 0) degraded.push(secret.name);
  }
  return { store, scope, outcome, failed, degraded };
}

/** The models of one profile, which share its stores. Each is built once. */
class Models {
  readonly points: Points;
  readonly #plan: PlanQuestion['plan'];
  readonly #profile: string;
  readonly #known = new Map<string | null, Model>();

  constructor(plan: PlanQuestion['plan'], profile: string) {
    this.points = new Points(plan, profile);
    this.#plan = plan;
    this.#profile = profile;
  }

  of(scope: string | null): Model {
    const known = this.#known.get(scope) ?? modelOf(this.#plan, this.#profile, scope, this.points);
    this.#known.set(scope, known);
    return known;
  }
}

interface Prepared {
  readonly head: SimulationHead;
  readonly asked: Question;
  readonly models: Models;
}

function preparedFor(question: PlanQuestion, imagined: Imagined): Prepared | Unknown {
  const { plan, scope, caches } = question;
  const { profile, mode } = imagined;
  const models = new Models(plan, profile);
  // The whole profile is met first: what is named may be out of the scope.
  const whole = models.of(null);
  const down = storesCalled(plan, models.points, imagined.down);
  if ('kind' in down) return down;
  const missing = missingEntries(plan, whole, models.points, imagined.missing);
  if ('kind' in missing) return missing;
  const head = {
    ...answerHead(question),
    profile,
    scope,
    down: models.points.rows().flatMap((row) => {
      const isDown = models.points.all().some((point) => point.row === row && down.ids.has(point.id));
      return isDown ? [shownStore(row).store] : [];
    }),
    missing: missing.shown,
    caches,
    mode,
  };
  return { head, asked: { mode, isWarm: caches === 'warm', down: down.ids, missing: missing.entries }, models };
}

function told(secret: SimulatedSecret, refused: readonly string[]): ToldSecret {
  const { name, required, outcome, store, passed, isPending } = secret;
  return {
    name,
    required,
    outcome,
    store: store === null ? null : shownStore(store).store,
    passed: passed.map(({ store: row, why }) => ({ store: shownStore(row).store, why })),
    isPending,
    isRefused: refused.includes(name),
  };
}
