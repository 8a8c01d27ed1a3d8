/** Which services a document is for, and what they are called. */
import { byName, own } from '#schemas/named.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { dnsLabel } from './parts/dns-label.js';
import type { Service } from './parts/recipe.js';
import type { Target } from './target.js';

/** `--service NAME=SCOPE`. */
export interface NamedService {
  readonly name: string;
  readonly scope: string;
}
export type ServiceName = Omit<Service, 'secrets'>;

/** Why services cannot be named: a sentence, and what to do. */
export interface NameProblem {
  readonly problem: string;
  readonly help: string;
}

/** With scopes, a service for each; one document for one service has all secrets if no scope is chosen, as `run` does. */
export function namedServices(
  { plan, profiles, scope }: PlanQuestion,
  target: Target,
  label: string,
  given: readonly NamedService[],
): readonly ServiceName[] | NameProblem {
  const scopes = scope !== null ? [scope] : target.extent === 'service' ? [] : Object.keys(plan.scopes).sort(byName);
  const wanted: readonly (NamedService | { readonly name: null; readonly scope: string | null })[] =
    given.length > 0 ? given : scopes.length > 0 ? scopes.map((name) => ({ name: null, scope: name })) : [ALL];
  const services: ServiceName[] = [];
  for (const profile of profiles)
    for (const each of wanted) {
      const named = named1(each, profile, target, label);
      if ('problem' in named) return named;
      services.push(named);
    }
  return collision(services) ?? services;
}
const ALL = { name: null, scope: null };

function named1(
  { name: given, scope }: { readonly name: string | null; readonly scope: string | null },
  profile: string,
  target: Target,
  label: string,
): ServiceName | NameProblem {
  const name = given ?? (scope === null ? label : dnsLabel(scope));
  const profileLabel = dnsLabel(profile);
  if (name === null) return { problem: `the name of the scope \`${scope}\` gives no DNS label`, help: SERVICE_HELP };
  const problem = target.nameProblem?.(name) ?? null;
  if (problem !== null) return { problem: `\`${name}\` ${problem}`, help: SERVICE_HELP };
  if (target.extent !== 'profiles') return { name, fullName: name, profile, scope };
  const full =
    profileLabel === null ? null : dnsLabel([label, profileLabel, ...(scope === null ? [] : [name])].join('-'));
  if (full === null) {
    const parts = [`profile \`${profile}\``, ...(scope === null ? [] : [`scope \`${scope}\``])].join(' and ');
    return {
      problem: `the project \`${label}\` with ${parts} gives no DNS label of up to 63 characters`,
      help: 'give a shorter name of the project with `--name NAME`',
    };
  }
  return { name, fullName: full, profile, scope };
}

const SERVICE_HELP = 'name its service: `--service NAME=SCOPE`';

/** Two names that became one. */
function collision(services: readonly ServiceName[]): NameProblem | null {
  const byFullName = new Map<string, ServiceName>();
  for (const service of services) {
    const other = byFullName.get(service.fullName);
    if (other !== undefined) {
      const shown = ({ profile, scope }: ServiceName) =>
        scope === null ? `profile \`${profile}\`` : `scope \`${scope}\` in \`${profile}\``;
      return {
        problem: `${shown(other)} and ${shown(service)} both get the name \`${service.fullName}\``,
        help: SERVICE_HELP,
      };
    }
    byFullName.set(service.fullName, service);
  }
  return null;
}

/** The scopes that a given service may name. */
export function unknownScope({ plan }: PlanQuestion, given: readonly NamedService[]): string | null {
  return given.find(({ scope }) => own(plan.scopes, scope) === undefined)?.scope ?? null;
}
