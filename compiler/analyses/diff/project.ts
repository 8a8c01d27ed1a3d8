/** Changes of the project itself, and added or removed profiles. */
import { own } from '#schemas/named.js';
import type { RequireReason } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import { differing, everywhere, type FoundChange, found } from './changes.js';
import type { Comparison } from './comparison.js';

export function projectChanges({ old: before, new: after }: Comparison): readonly Change[] {
  return everywhere([
    ...differing('project-renamed', {}, { from: before.project.name, to: after.project.name }),
    ...policyChange(before.project.requireReason, after.project.requireReason),
  ]);
}

export function profileChanges({ old: before, new: after }: Comparison): readonly Change[] {
  const gone = Object.keys(before.profiles).filter((name) => own(after.profiles, name) === undefined);
  const come = Object.keys(after.profiles).filter((name) => own(before.profiles, name) === undefined);
  return [
    ...gone.map((name) => ({ ...found('profile-removed', {}), profiles: [name] })),
    ...come.map((name) => ({ ...found('profile-added', {}), profiles: [name] })),
  ];
}

/** Strictest first. */
const POLICIES: readonly RequireReason[] = [true, 'agents', false];

function policyChange(from: RequireReason, to: RequireReason): readonly FoundChange[] {
  if (from === to) return [];
  const isRelaxed = POLICIES.indexOf(to) > POLICIES.indexOf(from);
  return [found(isRelaxed ? 'reason-policy-relaxed' : 'reason-policy-tightened', {}, { from, to })];
}
