/** A variable that makes programs load code, with all that its value is made of: an option may come from any part. */
import { pointerText } from '../json-pointer.js';
import { inputsOf, meaningIn } from '../meaning.js';
import { own } from '../named.js';
import type { Derivation, Extraction, Plan, PlanSecret, Source } from '../plan.js';
import { projectStores } from '../stores/store-table.js';
import { sourcesBehind } from '../stores/stores-behind.js';
import { templateText } from '../template-text.js';
import type { VariablePart, VariablePower } from './power.js';
import { storeMeant } from './store-meant.js';

interface ProfileOfPlan {
  readonly plan: Plan;
  readonly profile: string;
}

export function variablePower(at: ProfileOfPlan, name: string, meaning: PlanSecret): VariablePower {
  const { source } = meaning;
  const parts = partsBehind(at, meaning);
  const select = selectionOf(source);
  const from = { stores: storesOf(at, source), text: textOf(source) };
  return {
    kind: 'variable',
    name,
    from: { ...from, ...(select !== null && { select }), ...(parts.length > 0 && { parts }) },
  };
}

/** Whether the manifest decides the value, at least where a store has none. */
export function isTextOfManifest({ from: { text, parts = [] } }: VariablePower): boolean {
  return text !== null || parts.some((part) => part.text !== null);
}

/** In the order in which they are used, each once: parts may share parts. */
function partsBehind(at: ProfileOfPlan, first: PlanSecret): readonly VariablePart[] {
  const names = [...inputsOf(first)];
  const parts = new Map<string, VariablePart>();
  for (const secret of names) {
    const meaning = parts.has(secret) ? null : meaningIn(at.plan, at.profile, secret);
    if (meaning === null) continue;
    const select = selectionOf(meaning.source);
    const from = { stores: storesOf(at, meaning.source), text: textOf(meaning.source) };
    parts.set(secret, { secret, ...from, ...(select !== null && { select }) });
    names.push(...inputsOf(meaning));
  }
  return [...parts.values()];
}

/** A default or a template. */
function textOf(source: Source): string | null {
  if (source.kind === 'composed') return templateText(source.parts);
  return source.kind === 'stored' && source.whenMissing.kind === 'default' ? source.whenMissing.text : null;
}

/** What is taken out of the value: another part of it may be other options. */
function selectionOf(source: Source): string | null {
  if (source.kind === 'derived') return `${howText(source.how)} of ${source.from}`;
  return source.kind === 'stored' && source.extract !== undefined ? extractText(source.extract) : null;
}

function howText(how: Derivation): string {
  if (how.kind === 'export') return how.format === null ? how.type : `${how.type} as ${how.format}`;
  return extractText(how.extract);
}

function extractText({ format, pointer }: Extraction): string {
  return `${format} ${pointerText(pointer)}`;
}

function storesOf({ plan, profile }: ProfileOfPlan, source: Source): readonly (string | null)[] {
  if (source.kind !== 'stored') return [];
  const chain = source.route === 'profile' ? (own(plan.profiles, profile)?.route ?? []) : source.route;
  const stores = projectStores(plan.stores);
  return chain.length === 0
    ? [null]
    : chain.flatMap((ref) => sourcesBehind(ref, stores)).map((ref) => storeMeant(ref, stores));
}
