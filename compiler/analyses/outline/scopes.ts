/** What each scope shows, what it hides, and which hidden secrets it reads (spec 4.2). */
import { receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineScope, OutlineSelection, Some } from '#schemas/plan-outline.js';
import { select } from './selected.js';
import { NAMES_SHOWN, someNames } from './some.js';

/** Names that no selected profile declares are left out. The cost of a scope depends on what it shows and reads, not on what it hides. */
export function scopesOf(
  plan: Plan,
  { profile, scope }: OutlineSelection,
  about: ReadonlySet<string> | null,
): readonly OutlineScope[] {
  const { meanings, profiles } = select(plan, { profile, scope: null });
  const names = Object.keys(plan.scopes).filter((name) => scope === null || name === scope);
  const declared = new Set(meanings.keys());
  return names.flatMap((name) => outlineScope(plan, name, profiles, { declared, about }));
}

interface Names {
  readonly declared: ReadonlySet<string>;
  /** The selected secrets; null for all. A scope that receives none of them is left out, and what it hides is not computed. */
  readonly about: ReadonlySet<string> | null;
}

function outlineScope(
  plan: Plan,
  name: string,
  profiles: readonly string[],
  { declared, about }: Names,
): readonly OutlineScope[] {
  const shows = new Set((own(plan.scopes, name) ?? []).filter((secret) => declared.has(secret)));
  const read = new Set(profiles.flatMap((profile) => [...receivedFrom(plan, profile, shows).keys()]));
  const isMeant = (secret: string) => about === null || about.has(secret);
  const shown = [...shows].filter(isMeant).sort(byName);
  const uses = [...read].filter((secret) => !shows.has(secret) && isMeant(secret)).sort(byName);
  if (about !== null && shown.length + uses.length === 0) return [];
  const hides = about === null ? hiddenOf(declared, read) : NOTHING;
  return [{ name, shows: someNames(shown), uses: someNames(uses), hides }];
}
const NOTHING: Some<string> = { shown: [], more: 0 };

function hiddenOf(declared: ReadonlySet<string>, read: ReadonlySet<string>): Some<string> {
  return {
    shown: firstOf(declared, (secret) => !read.has(secret)),
    more: Math.max(0, declared.size - read.size - NAMES_SHOWN),
  };
}

/** The first names for which this holds, without looking at those after them. */
function firstOf(names: Iterable<string>, holds: (name: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (const name of names) {
    if (found.length === NAMES_SHOWN) break;
    if (holds(name)) found.push(name);
  }
  return found;
}
