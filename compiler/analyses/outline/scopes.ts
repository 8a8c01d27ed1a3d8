/** What each scope shows, what it hides, and what it reads although it is hidden (spec 4.2). */
import { receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineScope, OutlineSelection } from '#schemas/plan-outline.js';
import { select } from './selected.js';
import { NAMES_SHOWN, someNames } from './some.js';

/** Names that no selected profile declares are left out. A scope costs as much as it shows and reads, not as it hides. */
export function scopesOf(plan: Plan, { profile, scope }: OutlineSelection): readonly OutlineScope[] {
  const { meanings, profiles } = select(plan, { profile, scope: null });
  const names = Object.keys(plan.scopes).filter((name) => scope === null || name === scope);
  const declared = new Set(meanings.keys());
  return names.map((name) => outlineScope(plan, name, profiles, declared));
}

function outlineScope(
  plan: Plan,
  name: string,
  profiles: readonly string[],
  declared: ReadonlySet<string>,
): OutlineScope {
  const shows = new Set((own(plan.scopes, name) ?? []).filter((secret) => declared.has(secret)));
  const read = new Set(profiles.flatMap((profile) => [...receivedFrom(plan, profile, shows).keys()]));
  const uses = [...read].filter((secret) => !shows.has(secret));
  return {
    name,
    shows: someNames([...shows].sort(byName)),
    uses: someNames(uses.sort(byName)),
    hides: {
      shown: firstOf(declared, (secret) => !read.has(secret)),
      more: Math.max(0, declared.size - read.size - NAMES_SHOWN),
    },
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
