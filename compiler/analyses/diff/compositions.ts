/**
 * Where stored values may go by a composition: a host beside a password may come from literal text, from a default, or from
 * another secret, through any steps.
 */
import { meaningIn } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { bornIn } from './born.js';
import type { FoundChange } from './changes.js';
import type { Comparison, InProfile, Pairing } from './comparison.js';

type IsDanger = (change: FoundChange, secret: string, pairings: readonly Pairing[]) => boolean;

/** Whether the change lets a value that exists go elsewhere, in one of these profiles. */
export function dangersOf(comparison: Comparison): IsDanger {
  const isBorn = bornIn(comparison);
  const known = new Map<InProfile, Compositions>();
  const compositionsIn = (at: InProfile): Compositions => {
    const found = known.get(at) ?? expandedIn(at);
    known.set(at, found);
    return found;
  };
  return ({ kind }, secret, pairings) => {
    if (kind !== 'composition-changed' && kind !== 'default-changed') return false;
    return pairings.some(({ from, to }) => {
      if (from === null || to === null) return false;
      const [before, after] = [compositionsIn(from), compositionsIn(to)];
      return [...after].some(([name, parts]) => {
        if (!parts.through.has(secret)) return false;
        const old = before.get(name);
        if (kind === 'default-changed') return parts.stored.size > 0;
        return old !== undefined && isBesideMore(old, parts, isBorn);
      });
    });
  };
}

/** What a composed value holds in the end. */
interface Parts {
  /** Literal text, defaults and names of stored values: what is beside a stored value. */
  readonly all: Set<string>;
  /** Names of stored, generated and prompted values. */
  readonly stored: Set<string>;
  /** All secrets it is made of, and itself. */
  readonly through: Set<string>;
}
type Compositions = ReadonlyMap<string, Parts>;

/** A composition that was born shows its whole template. */
function isBesideMore(before: Parts, after: Parts, isBorn: (secret: string) => boolean): boolean {
  const isMore = [...after.all].some((part) => !before.all.has(part));
  return isMore && after.all.size > 1 && [...after.stored].some((secret) => !isBorn(secret));
}

function expandedIn({ plan, profile }: InProfile): Compositions {
  const compositions = new Map<string, Parts>();
  for (const secret of composedIn(plan)) {
    if (meaningIn(plan, profile, secret)?.source.kind !== 'composed') continue;
    const parts: Parts = { all: new Set(), stored: new Set(), through: new Set() };
    expand({ plan, profile }, secret, parts);
    compositions.set(secret, parts);
  }
  return compositions;
}

function composedIn({ secrets }: Plan): readonly string[] {
  return Object.keys(secrets).filter((name) => own(secrets, name)?.some(({ source }) => source.kind === 'composed'));
}

function expand({ plan, profile }: InProfile, first: string, { all, stored, through }: Parts): void {
  const open = [first];
  for (const secret of open) {
    const source = through.has(secret) ? undefined : meaningIn(plan, profile, secret)?.source;
    through.add(secret);
    if (source?.kind === 'composed') {
      for (const part of source.parts) {
        if ('secret' in part) open.push(part.secret);
        else all.add(`text ${part.text}`);
      }
    } else if (source?.kind === 'derived') open.push(source.from);
    else if (source?.whenMissing.kind === 'default') all.add(`default ${source.whenMissing.text}`);
    else if (source !== undefined) {
      all.add(`secret ${secret}`);
      stored.add(secret);
    }
  }
}
