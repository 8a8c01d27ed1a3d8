/** What a composed value holds in the end, in order, through all that it is made of. */
import { canonicalJson } from '#schemas/canonical.js';
import { meaningIn } from '#schemas/meaning.js';
import type { Json, StoredSource, TemplatePart } from '#schemas/plan.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { leafBehind } from '#schemas/stores/stores-behind.js';
import { chainOf, spreadChain } from './chains.js';
import type { InProfile } from './comparison.js';
import { refKey } from './references.js';
import { derivationJson, extractionText } from './selections.js';

export interface Parts {
  /** Literal text, defaults and stored values, and before each what is taken out of it. Adjacent texts are one. */
  readonly inOrder: readonly string[];
  /** Without what is taken out of them. */
  readonly values: readonly string[];
  /** Names of stored, generated and prompted values. */
  readonly stored: ReadonlySet<string>;
  /** All secrets it is made of, and itself. */
  readonly through: ReadonlySet<string>;
}

export function partsOf(at: InProfile, composed: string): Parts {
  const parts: Collected = { inOrder: [], stored: new Set(), through: new Set() };
  // The next part is the last one. A stack of its own: templates may refer to one another through thousands of steps.
  const open: TemplatePart[] = [{ secret: composed }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if ('text' in part) parts.inOrder.push({ text: part.text });
    else open.push(...addSecret(parts, at, part.secret).toReversed());
  }
  const joined = joinedTexts(parts.inOrder);
  return {
    inOrder: joined.map((entry) => canonicalJson(entry)),
    values: joined.filter((entry) => !('select' in entry)).map((entry) => canonicalJson(entry)),
    stored: parts.stored,
    through: parts.through,
  };
}

type CompositionStep = { readonly text: string } | { readonly select: Json } | { readonly value: Json };
interface Collected {
  readonly inOrder: CompositionStep[];
  readonly stored: Set<string>;
  readonly through: Set<string>;
}

/** What it is made of. Of one that occurs again, the name is enough, as the whole may be exponentially longer than its templates. */
function addSecret({ inOrder, stored, through }: Collected, at: InProfile, secret: string): readonly TemplatePart[] {
  const isAgain = through.has(secret);
  through.add(secret);
  const source = meaningIn(at.plan, at.profile, secret)?.source;
  if (source === undefined) return [];
  if (isAgain && source.kind !== 'stored') inOrder.push({ value: { again: secret } });
  else if (source.kind === 'composed') return source.parts;
  else if (source.kind === 'derived') {
    inOrder.push({ select: derivationJson(source) });
    return [{ secret: source.from }];
  } else {
    if (source.extract !== undefined) inOrder.push({ select: extractionText(source.extract) ?? '' });
    inOrder.push({ value: entryOf(source, at, secret) });
    if (source.whenMissing.kind !== 'default') stored.add(secret);
  }
  return [];
}

/** A default with another name is another part only if it is looked for in other stores. */
function entryOf(source: StoredSource, at: InProfile, secret: string): Json {
  const { whenMissing } = source;
  return whenMissing.kind === 'default' ? { default: whenMissing.text, stores: storesOf(source, at) } : { secret };
}

function storesOf(source: StoredSource, at: InProfile): Json {
  const { plan } = at;
  const stores = projectStores(plan.stores);
  return spreadChain(plan, chainOf(source, at)).map((ref) => {
    const leaf = leafBehind(ref, stores);
    const meant = leaf === null ? ref : ({ kind: 'uri', uri: leaf.spec } as const);
    return refKey(meant, { plan, claimed: NONE, kept: NONE });
  });
}

const NONE: ReadonlySet<string> = new Set();

function joinedTexts(entries: readonly CompositionStep[]): readonly CompositionStep[] {
  const joined: CompositionStep[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if ('text' in entry && last !== undefined && 'text' in last)
      joined[joined.length - 1] = { text: last.text + entry.text };
    else joined.push(entry);
  }
  return joined;
}
