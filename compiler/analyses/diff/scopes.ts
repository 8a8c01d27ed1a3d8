/** Scopes that were added, removed, or show more or less. What they receive without showing it is reported as an exposure. */
import { byName, own } from '#schemas/named.js';
import type { Change } from '#schemas/plan-change.js';
import { bornIn } from './born.js';
import { everywhere, type FoundChange, found } from './changes.js';
import type { Comparison } from './comparison.js';

export function scopeChanges(comparison: Comparison): readonly Change[] {
  const { old: before, new: after } = comparison;
  const isBorn = bornIn(comparison);
  const names = [...new Set([...Object.keys(before.scopes), ...Object.keys(after.scopes)])].sort(byName);
  return everywhere(
    names.flatMap((scope) => oneScope(scope, own(before.scopes, scope), own(after.scopes, scope), isBorn)),
  );
}

function oneScope(
  scope: string,
  from: readonly string[] | undefined,
  to: readonly string[] | undefined,
  isBorn: (secret: string) => boolean,
): readonly FoundChange[] {
  if (from === undefined) return to === undefined ? [] : [found('scope-added', { scope }, { to })];
  if (to === undefined) return [found('scope-removed', { scope }, { from })];
  const more = missingFrom(from, to);
  const less = missingFrom(to, from);
  return [
    ...(more.length === 0
      ? []
      : [found('scope-widened', { scope }, { to: more }, more.every(isBorn) ? 'review' : 'danger')]),
    ...(less.length === 0 ? [] : [found('scope-narrowed', { scope }, { from: less })]),
  ];
}

/** The names of the second list that the first one lacks. */
function missingFrom(listed: readonly string[], names: readonly string[]): readonly string[] {
  const known = new Set(listed);
  return names.filter((name) => !known.has(name));
}
