/** Scopes that came, went, or show more or less. Inputs of what is composed are not counted: they stay hidden. */
import { byName, own } from '#schemas/named.js';
import type { Change } from '#schemas/plan-change.js';
import { everywhere, type Found, found } from './changes.js';
import type { Comparison } from './comparison.js';

export function scopeChanges({ old: before, new: after }: Comparison): readonly Change[] {
  const names = [...new Set([...Object.keys(before.scopes), ...Object.keys(after.scopes)])].sort(byName);
  return everywhere(names.flatMap((scope) => oneScope(scope, own(before.scopes, scope), own(after.scopes, scope))));
}

function oneScope(
  scope: string,
  from: readonly string[] | undefined,
  to: readonly string[] | undefined,
): readonly Found[] {
  if (from === undefined) return to === undefined ? [] : [found('scope-added', { scope }, { to })];
  if (to === undefined) return [found('scope-removed', { scope }, { from })];
  const more = missingFrom(from, to);
  const less = missingFrom(to, from);
  return [
    ...(more.length === 0 ? [] : [found('scope-widened', { scope }, { to: more })]),
    ...(less.length === 0 ? [] : [found('scope-narrowed', { scope }, { from: less })]),
  ];
}

/** The names of the second list that the first one lacks. */
function missingFrom(listed: readonly string[], names: readonly string[]): readonly string[] {
  const known = new Set(listed);
  return names.filter((name) => !known.has(name));
}
