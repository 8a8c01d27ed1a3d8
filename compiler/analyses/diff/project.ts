/** Changes of the project itself, and added or removed profiles. */
import { byName } from '#schemas/named.js';
import type { RequireReason } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import { differing, everywhere, type FoundChange, found } from './changes.js';
import type { Comparison, Pairing } from './comparison.js';
import { isInAddresses } from './renamed-profiles.js';

export function projectChanges({ old: before, new: after }: Comparison): readonly Change[] {
  return everywhere([
    ...differing('project-renamed', {}, { from: before.project.name, to: after.project.name }),
    ...policyChange(before.project.requireReason, after.project.requireReason),
  ]);
}

export function profileChanges({ pairings, renamed }: Comparison): readonly Change[] {
  const namesOf = (wanted: Pairing['cause']) =>
    pairings.flatMap(({ cause, profile }) => (cause === wanted ? [profile] : []));
  const [removed, added] = [namesOf('removed'), namesOf('added')];
  return [
    ...renamed.map(({ from, to }) => ({
      ...found('profile-renamed', {}, { from: from.profile, to: to.profile }, isInAddresses(to) ? 'danger' : 'review'),
      profiles: [from.profile, to.profile].sort(byName),
    })),
    ...removed.map((name) => ({ ...found('profile-removed', {}), profiles: [name] })),
    ...added.map((name) => ({ ...found('profile-added', {}), profiles: [name] })),
  ];
}

/** Strictest first. */
const POLICIES: readonly RequireReason[] = [true, 'agents', false];

function policyChange(from: RequireReason, to: RequireReason): readonly FoundChange[] {
  if (from === to) return [];
  const isRelaxed = POLICIES.indexOf(to) > POLICIES.indexOf(from);
  return [found(isRelaxed ? 'reason-policy-relaxed' : 'reason-policy-tightened', {}, { from, to })];
}
