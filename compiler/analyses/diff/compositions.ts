/**
 * Where stored values may go by a composition: a host beside a password may come from literal text, from a default, or from
 * another secret or a part of one, through any steps.
 */
import { meaningIn } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { ChangeKind } from '#schemas/plan-change.js';
import { bornIn } from './born.js';
import type { FoundChange } from './changes.js';
import type { Comparison, InProfile, Pairing } from './comparison.js';
import { type Parts, partsOf } from './composition-parts.js';

export interface Dangers {
  /** Whether the change lets a value that exists go elsewhere, in one of these profiles. */
  readonly isDanger: (change: FoundChange, secret: string, pairings: readonly Pairing[]) => boolean;
  /** Whether the secret ends in a composition that also carries a stored value: it may be the host that receives it. */
  readonly feedsComposition: (secret: string, at: InProfile) => boolean;
}

/** Changes of what a part of a composition is; of a default, its own text is the part. */
const KINDS: readonly ChangeKind[] = [
  'composition-changed',
  'default-changed',
  'derivation-changed',
  'extraction-changed',
];

export function dangersOf(comparison: Comparison): Dangers {
  const isBorn = bornIn(comparison);
  const known = new Map<InProfile, Compositions>();
  const compositionsIn = (at: InProfile): Compositions => {
    const found = known.get(at) ?? expandedIn(at);
    known.set(at, found);
    return found;
  };
  const isMoved = (kind: ChangeKind, before: Parts | undefined, after: Parts) => {
    if (kind === 'default-changed') return after.stored.size > 0;
    return before !== undefined && isBesideMore(before, after, isBorn);
  };
  return {
    feedsComposition: (secret, at) => {
      const { parts, through } = compositionsIn(at);
      return (through.get(secret) ?? []).some((name) => (parts.get(name)?.stored.size ?? 0) > 0);
    },
    isDanger: ({ kind }, secret, pairings) =>
      KINDS.includes(kind) &&
      pairings.some(({ from, to }) => {
        if (from === null || to === null) return false;
        const [before, after] = [compositionsIn(from), compositionsIn(to)];
        return (after.through.get(secret) ?? []).some((name) => {
          const parts = after.parts.get(name);
          return parts !== undefined && isMoved(kind, before.parts.get(name), parts);
        });
      }),
  };
}

interface Compositions {
  /** By the name of the composed secret. */
  readonly parts: ReadonlyMap<string, Parts>;
  /** The composed secrets that a secret ends in, itself included. */
  readonly through: ReadonlyMap<string, readonly string[]>;
}

/**
 * Unless parts were only left out: the same parts in another order make a host of what was none. A composition that was born
 * shows its whole template.
 */
function isBesideMore(before: Parts, after: Parts, isBorn: (secret: string) => boolean): boolean {
  return (
    new Set(after.values).size > 1 &&
    !isLeftOf(before.inOrder, after.inOrder) &&
    [...after.stored].some((secret) => !isBorn(secret))
  );
}

/** Whether the second list is what is left of the first one after some were removed. */
function isLeftOf(all: readonly string[], left: readonly string[]): boolean {
  let next = 0;
  for (const part of all) if (part === left[next]) next += 1;
  return next === left.length;
}

function expandedIn({ plan, profile }: InProfile): Compositions {
  const compositions = new Map<string, Parts>();
  const through = new Map<string, string[]>();
  for (const name of composedIn(plan)) {
    if (meaningIn(plan, profile, name)?.source.kind !== 'composed') continue;
    const parts = partsOf({ plan, profile }, name);
    compositions.set(name, parts);
    for (const secret of parts.through) {
      const known = through.get(secret);
      if (known === undefined) through.set(secret, [name]);
      else known.push(name);
    }
  }
  return { parts: compositions, through };
}

function composedIn({ secrets }: Plan): readonly string[] {
  return Object.keys(secrets).filter((name) => own(secrets, name)?.some(({ source }) => source.kind === 'composed'));
}
