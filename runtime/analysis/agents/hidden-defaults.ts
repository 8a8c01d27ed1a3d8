/** Plans and changes without the texts of defaults: no conversation has them, although the manifest does. */
import { named } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import type { Change, ChangeKind } from '#schemas/plan-change.js';

const ABOUT_DEFAULTS: readonly ChangeKind[] = ['default-introduced', 'default-removed', 'default-changed'];

export function changeWithoutDefaults(change: Change): Change {
  const { default: _, ...shown } = change;
  if (!ABOUT_DEFAULTS.includes(change.kind)) return shown;
  const { from: _from, to: _to, ...named } = shown;
  return named;
}

/** Several defaults of one secret stay distinct. */
export function planWithoutDefaults(plan: Plan): Plan {
  const secrets = Object.entries(plan.secrets).map(([name, meanings]) => {
    const known: string[] = [];
    return [name, meanings.map((meaning) => withoutDefault(meaning, known))] as const;
  });
  return { ...plan, secrets: named(secrets) };
}

function withoutDefault(meaning: PlanSecret, known: string[]): PlanSecret {
  const { source } = meaning;
  if (source.kind !== 'stored' || source.whenMissing.kind !== 'default') return meaning;
  const { text } = source.whenMissing;
  if (!known.includes(text)) known.push(text);
  const number = known.indexOf(text) + 1;
  const shown = number === 1 ? 'a default' : `default ${number}`;
  return { ...meaning, source: { ...source, whenMissing: { kind: 'default', text: `(${shown}, not shown)` } } };
}
