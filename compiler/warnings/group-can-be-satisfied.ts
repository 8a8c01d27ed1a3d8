/**
 * A presence group can be satisfied, as far as the manifest tells (spec 2.6, 4.2 rule 7): in `exactly_one` no two members always have a value, no two
 * would be generated, and some member can have one at all. A scope can only remove members, so only the second is checked for it.
 */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { references } from '#schemas/diagnostics/E05-references.js';
import { type BoundProject, fieldPlace, generates, type Secret } from '../tree/effective.js';
import type { Group } from '../tree/grouped.js';
import { ownChain } from './chains.js';
import { leavesBehind } from './leaf-stores.js';
import type { Warning } from './warning.js';

export const groupCanBeSatisfied: Warning = ({ project, groups }, report) => {
  const scopes = groups.length === 0 ? new Map() : scopesByName(project);
  for (const group of groups) {
    tellTooMany(group, report);
    tellNone(group, project, scopes, report);
  }
};

interface Scope {
  readonly name: string;
  readonly at: Place;
}
type ScopesByName = ReadonlyMap<string, readonly Scope[]>;

/** The scopes that show a secret: needed for each member of a group. */
function scopesByName({ scopes }: BoundProject): ScopesByName {
  const shownIn = new Map<string, Scope[]>();
  for (const [name, { value, at }] of scopes) {
    for (const secret of value) {
      const known = shownIn.get(secret);
      if (known === undefined) shownIn.set(secret, [{ name, at }]);
      else known.push({ name, at });
    }
  }
  return shownIn;
}

function tellTooMany({ name: group, members }: Group, report: Report): void {
  const defaulted = members.exactly_one.filter((secret) => secret.default !== null);
  // One that has a default keeps the others from being generated.
  const [kind, excess] =
    defaulted.length > 0
      ? (['defaults', defaulted] as const)
      : (['generated', members.exactly_one.filter(generates)] as const);
  const [first, second, ...others] = excess;
  if (first === undefined || second === undefined) return;
  const secrets = [first, second, ...others].map(({ name }) => name);
  const labels = [first, ...others].map((secret) => ({
    at: whyPlace(secret),
    text: `\`${secret.name}\` ${kind === 'defaults' ? 'always has a value' : 'would be generated'}`,
  }));
  report(references.W0502({ group, kind, secrets }, { at: whyPlace(second), labels }));
}

/** A generated secret has a value after the first run (spec 2.8). */
function isAlwaysThere(secret: Secret): boolean {
  return secret.default !== null || generates(secret);
}

function whyPlace(secret: Secret) {
  return secret.default?.at ?? fieldPlace(secret, 'generate');
}

function tellNone(
  { name: group, profile, members }: Group,
  project: BoundProject,
  scopes: ScopesByName,
  report: Report,
): void {
  const all = [...members.at_least_one, ...members.exactly_one];
  const able = new Set(all.filter((secret) => canBeThere(secret, profile, project)));
  const [first] = all;
  if (first === undefined || able.size === all.length) return;
  const at = fieldPlace(first, 'required');
  if (able.size === 0) {
    report(references.W0502({ group, kind: 'none', scope: null }, { at }));
    return;
  }
  const labels = [{ at, text: 'the group is here' }];
  for (const scope of hopeless(all, able, scopes)) {
    report(references.W0502({ group, kind: 'none', scope: scope.name }, { at: scope.at, labels }));
  }
}

/** The scopes that show members, but none that can have a value. */
function hopeless(members: readonly Secret[], able: ReadonlySet<Secret>, scopes: ScopesByName): readonly Scope[] {
  const seen = new Map<string, { readonly scope: Scope; readonly isHopeless: boolean }>();
  for (const secret of members) {
    for (const scope of scopes.get(secret.name) ?? []) {
      const isHopeless = seen.get(scope.name)?.isHopeless !== false && !able.has(secret);
      seen.set(scope.name, { scope, isHopeless });
    }
  }
  return [...seen.values()].flatMap(({ scope, isHopeless }) => (isHopeless ? [scope] : []));
}

/** False if no store of the chain keeps values, and nothing else supplies one. */
function canBeThere(secret: Secret, profile: string, project: BoundProject): boolean {
  if (secret.source.kind !== 'stored' || secret.fields.prompt === true || isAlwaysThere(secret)) return true;
  const route = ownChain(secret, project) ?? project.chains.get(profile) ?? null;
  const keepsNothing = (sources: ReturnType<typeof leavesBehind>) =>
    sources.length > 0 && sources.every(({ uri }) => uri.scheme === 'null');
  return route === null || !route.every((ref) => keepsNothing(leavesBehind(ref, project)));
}
