/** What code may rely on about the secrets of a plan, as a JSON Schema for code generators (semantics 15.5). */
import { meaningIn } from '#schemas/meaning.js';
import { byName, type Named, named } from '#schemas/named.js';
import type { Json, Plan, PlanSecret } from '#schemas/plan.js';

/** Of the type that holds in every profile. */
const UNION_TITLE = 'Tool';

/**
 * The schema of one profile's secrets, or with null of what holds whichever profile is chosen. It holds names and
 * descriptions, no value and no default. The profile must be one of the plan's.
 */
export function secretsSchema(plan: Plan, profile: string | null): Named<Json> {
  const profiles = profile === null ? Object.keys(plan.profiles).sort(byName) : [profile];
  const declared = Object.keys(plan.secrets)
    .sort(byName)
    .map((name) => ({ name, meanings: profiles.map((each) => meaningIn(plan, each, name)) }))
    .filter(({ meanings }) => meanings.some((meaning) => meaning !== null));
  const guaranteed = declared.filter(({ meanings }) => meanings.every(isGuaranteed)).map(({ name }) => name);
  return named<Json>([
    ['$schema', 'http://json-schema.org/draft-06/schema#'],
    ['title', profile === null ? UNION_TITLE : titleOf(profile)],
    ['type', 'object'],
    [
      'properties',
      named(declared.map(({ name, meanings }) => [name, propertyOf(meanings, guaranteed.includes(name))])),
    ],
    ['required', guaranteed],
    ['additionalProperties', false],
  ]);
}

/** `production` → `ProductionSecrets`. */
function titleOf(profile: string): string {
  const [first = '', ...rest] = profile;
  return `${first.toUpperCase()}${rest.join('')}Secrets`;
}

/** A successful resolution has it. Members of presence groups never count: any one of them may be absent. */
function isGuaranteed(meaning: PlanSecret | null): boolean {
  if (meaning === null || typeof meaning.presence === 'object') return false;
  if (meaning.presence === 'required') return true;
  return meaning.source.kind === 'stored' && meaning.source.whenMissing.kind !== 'nothing';
}

/** Described by the first profile that describes it. A path is text, too. */
function propertyOf(meanings: readonly (PlanSecret | null)[], isAlwaysThere: boolean): Json {
  const description = meanings.find((meaning) => (meaning?.description ?? '') !== '')?.description;
  const type = isAlwaysThere ? 'string' : ['string', 'null'];
  return description === undefined ? { type } : { description, type };
}
