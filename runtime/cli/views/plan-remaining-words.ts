/** What else differs between two meanings of a secret whose rows say the same. */
import { canonicalJson } from '#schemas/canonical.js';
import type { PlanSecret } from '#schemas/plan.js';
import type { OutlineMeaning } from '#schemas/plan-outline.js';

export function remainingWords(main: OutlineMeaning, other: OutlineMeaning): string {
  const [usual, meant] = [main.meaning, other.meaning];
  const words = [
    ...(usual.type === meant.type ? [] : [meant.type === undefined ? 'of no type' : `of type ${meant.type}`]),
    ...(usual.text === meant.text ? [] : [meant.text === undefined ? 'as bytes' : `as text in ${meant.text}`]),
    ...(isEqual(usual.roles, meant.roles) ? [] : [rolesWords(meant)]),
    ...(formatOf(usual) === formatOf(meant) ? [] : [`as ${formatOf(meant) ?? 'its type is written'}`]),
    ...(isEqual(main.importOnly, other.importOnly) ? [] : ['other addresses for `import`']),
    ...(routeOf(usual) === routeOf(meant) ? [] : [routeWords(meant)]),
  ];
  return words.length > 0 ? words.join(', ') : 'another description (--verbose)';
}

function rolesWords({ roles = {} }: PlanSecret): string {
  const pairs = Object.entries(roles).map(([role, secret]) => `${role} from ${secret}`);
  return pairs.length === 0 ? 'without credentials' : `with ${pairs.join(', ')}`;
}

function formatOf({ source }: PlanSecret): string | null {
  return source.kind === 'derived' && source.how.kind === 'export' ? source.how.format : null;
}

/** The same stores may be those of the profile, or be named by the secret. */
function routeOf({ source }: PlanSecret): 'profile' | 'own' | null {
  if (source.kind !== 'stored') return null;
  return source.route === 'profile' ? 'profile' : 'own';
}

function routeWords(meaning: PlanSecret): string {
  return routeOf(meaning) === 'own' ? 'these stores, whatever those of the profile are' : 'the stores of the profile';
}

function isEqual(left: unknown, right: unknown): boolean {
  return canonicalJson(left ?? null) === canonicalJson(right ?? null);
}
