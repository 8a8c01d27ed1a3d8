/** Profiles that were removed while another one with the same content was added. */
import { canonicalJson } from '#schemas/canonical.js';
import { meaningIn, receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan, PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import { entryBehind, entryText } from '#schemas/stores/entry-behind.js';
import { identityText } from '#schemas/stores/identity.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainOf, spreadChain } from './chains.js';
import type { InProfile, Renamed } from './comparison.js';

interface Side {
  readonly plan: Plan;
  /** Those that the other side has not. */
  readonly profiles: readonly string[];
}

/** Only where exactly one was removed and one added: with several, it is undecidable which became which. */
export function renamedProfiles(before: Side, after: Side): readonly Renamed[] {
  if (before.profiles.length === 0 || after.profiles.length === 0) return [];
  const scopes = Object.keys(before.plan.scopes).filter((scope) => own(after.plan.scopes, scope) !== undefined);
  const [left, come] = [byContent(before, scopes), byContent(after, scopes)];
  return [...left].flatMap(([content, [from, ...others]]) => {
    const [to, ...rest] = come.get(content) ?? [];
    return from === undefined || to === undefined || others.length + rest.length > 0 ? [] : [{ from, to }];
  });
}

function byContent({ plan, profiles }: Side, scopes: readonly string[]): ReadonlyMap<string, readonly InProfile[]> {
  const found = new Map<string, InProfile[]>();
  for (const profile of profiles) {
    const content = contentOf({ plan, profile }, scopes);
    const known = found.get(content);
    if (known === undefined) found.set(content, [{ plan, profile }]);
    else known.push({ plan, profile });
  }
  return found;
}

/** All that the profile says, and what scopes receive in it. */
function contentOf({ plan, profile }: InProfile, scopes: readonly string[]): string {
  const secrets = Object.keys(plan.secrets)
    .sort(byName)
    .flatMap((secret) => {
      const meaning = meaningIn(plan, profile, secret);
      return meaning === null ? [] : [[secret, { ...meaning, in: undefined }]];
    });
  const received = scopes.map((scope) =>
    [...receivedFrom(plan, profile, own(plan.scopes, scope) ?? []).keys()].sort(byName),
  );
  return canonicalJson([own(plan.profiles, profile)?.route ?? null, secrets, received]);
}

/** Whether the name of the profile is part of where values are, as far as the plan tells: they have to be set again then. */
export function isInAddresses({ plan, profile }: InProfile): boolean {
  return Object.keys(plan.secrets).some((secret) => {
    const meaning: PlanSecret | null = meaningIn(plan, profile, secret);
    if (meaning?.source.kind !== 'stored') return false;
    const { source } = meaning;
    const chain = spreadChain(plan, chainOf(source, { plan, profile }));
    return (chain.length === 0 ? [null] : chain).some((ref) => hasProfileIn(plan, source, ref));
  });
}

/** A store that is configured only on the machine may have entries for each profile. */
function hasProfileIn(plan: Plan, { naming }: StoredSource, ref: StoreRef | null): boolean {
  const textIn = (profile: string) => {
    const names = { project: plan.project.name, profile, key: 'KEY' };
    const found = entryBehind(ref, naming, names, projectStores(plan.stores));
    return `${found.uri === null ? '' : identityText(found.uri, names)} ${entryText(found)}`;
  };
  return textIn('one') !== textIn('other');
}
