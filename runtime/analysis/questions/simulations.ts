/** What a call would come to: the answers of `tool plan simulate`, or the names that it does not find. */
import { guessed } from '#schemas/diagnostics/did-you-mean.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import type { SimulatedMode, SimulatedPlan, SimulationMatrix } from '#schemas/plan-simulation.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { fail, UsageError } from '../../failure.js';
import { simulationAnalysis } from '../../plan/front-end.js';

type Analysis = Awaited<ReturnType<typeof simulationAnalysis>>;

export interface Imagined {
  readonly profile: string;
  readonly mode: SimulatedMode;
  /** Aliases, addresses or names of stores. */
  readonly down: readonly string[];
  /** `store`: null takes the entry out of all its stores. */
  readonly missing: readonly { readonly secret: string; readonly store: string | null }[];
}

export async function simulationOf(question: PlanQuestion, imagined: Imagined): Promise<SimulatedPlan> {
  const answer = (await simulationAnalysis()).planSimulation(question, imagined);
  return 'kind' in answer ? refuse(answer, imagined) : answer;
}

export async function matrixOf(question: PlanQuestion, imagined: Imagined): Promise<SimulationMatrix> {
  const answer = (await simulationAnalysis()).simulationMatrix(question, imagined);
  return 'kind' in answer ? refuse(answer, imagined) : answer;
}

type Unknown = Extract<ReturnType<Analysis['planSimulation']>, { readonly kind: string }>;

function refuse(unknown: Unknown, { profile }: Imagined): never {
  const { kind, known } = unknown;
  const name = withoutCredentials(unknown.name);
  if (kind === 'unknown secret') return fail(linking.E0812({ secret: name, profile, declared: known }));
  if (kind === 'made secret')
    throw new UsageError(
      `\`${name}\` is in no store, because it is made of others`,
      guessed(name, known, 'secrets that are stored') ?? 'no secret of the profile is stored',
    );
  const { secret } = unknown;
  const message =
    secret === null
      ? `profile \`${profile}\` meets no store \`${name}\``
      : `\`${secret}\` is not read from a store \`${name}\``;
  return fail(linking.E0804({ message, help: guessed(name, known, 'stores') ?? 'it meets no store that has a name' }));
}
