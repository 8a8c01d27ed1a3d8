/** A plan as the configuration of an engine. */
import type { EmitTarget, PlanEmission, UncoveredSecret } from '#schemas/plan-emission.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { UsageError } from '../../failure.js';
import { emissionAnalysis } from '../../plan/front-end.js';
import { onlyProfile } from './asked-plan.js';

export interface AskedEmission {
  readonly for: EmitTarget;
  readonly services: readonly { readonly name: string; readonly scope: string }[];
  /** `--name`; null: derived from the name of the project. */
  readonly name: string | null;
  readonly hasDefaults: boolean;
  readonly command: readonly string[];
}
export interface MadeEmission {
  readonly emission: PlanEmission;
  readonly notes: readonly string[];
  /** A row of what is not covered, as a line. */
  readonly lineOf: (row: UncoveredSecret) => string;
  readonly isOurs: (content: string) => boolean;
}

/** Stops if the question is about too much for one document, or if something cannot be named. */
export async function emissionOf(question: PlanQuestion, asked: AskedEmission): Promise<MadeEmission> {
  const { planEmission, targetOf, uncoveredText, GENERATED, unknownScope, dnsLabel, isDnsLabel } =
    await emissionAnalysis();
  const { extent, hasCommand, title } = targetOf(asked.for);
  const { services, name } = asked;
  if (!hasCommand && asked.command.length > 0)
    throw new UsageError(`a document for ${title} does not say what a service runs`, 'leave out `--` and the command');
  if (extent !== 'profiles') onlyProfile(question, `plan emit --for ${asked.for}`);
  const unknown = unknownScope(question, services);
  if (unknown !== null) {
    const scopes = Object.keys(question.plan.scopes);
    throw new UsageError(
      `\`${unknown}\` is not a scope`,
      scopes.length === 0 ? 'the manifest has no scopes' : `scopes are ${scopes.join(', ')}`,
    );
  }
  const misnamed = services.find((service) => !isDnsLabel(service.name));
  if (misnamed !== undefined) throw notALabel(`the name of a service, \`${misnamed.name}\`,`);
  if (name !== null && !isDnsLabel(name)) throw notALabel(`\`${name}\``);
  if (extent === 'service' && services.length > 1)
    throw new UsageError(
      `a document for ${title} is about one service`,
      'give one `--service`, and print one document for each',
    );
  const project = question.plan.project.name;
  const label = name ?? dnsLabel(project);
  if (label === null)
    throw new UsageError(
      `the name of the project, \`${project}\`, gives no DNS label`,
      `give one with \`--name NAME\`: ${LABEL}`,
    );
  const made = planEmission(question, { ...asked, label });
  if ('problem' in made) throw new UsageError(made.problem, made.help);
  return {
    ...made,
    lineOf: (row) => uncoveredText(row, question),
    isOurs: (content) => content.startsWith(GENERATED),
  };
}

const LABEL = 'up to 63 lower-case letters, digits and `-` between them';

function notALabel(what: string): UsageError {
  return new UsageError(`${what} is not a DNS label`, `write ${LABEL}`);
}
