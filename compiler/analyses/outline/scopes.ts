/** What each scope shows, what it hides, and what it reads although it is hidden (spec 4.2). */
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineScope, OutlineSelection } from '#schemas/plan-outline.js';
import { type Inputs, inputsAmong, type SelectedMeaning, select, withInputs } from './selected.js';
import { NAMES_SHOWN, someNames } from './some.js';

/** Names that no selected profile declares are left out. A scope costs as much as it shows and reads, not as it hides. */
export function scopesOf(plan: Plan, { profile, scope }: OutlineSelection): readonly OutlineScope[] {
  const { meanings } = select(plan, { profile, scope: null });
  const names = Object.keys(plan.scopes).filter((name) => scope === null || name === scope);
  const inputs = inputsAmong(meanings);
  return names.map((name) => outlineScope(name, own(plan.scopes, name) ?? [], meanings, inputs));
}

function outlineScope(
  name: string,
  listed: readonly string[],
  declared: ReadonlyMap<string, readonly SelectedMeaning[]>,
  inputs: Inputs,
): OutlineScope {
  const shows = new Set(listed.filter((secret) => declared.has(secret)));
  const read = new Set([...withInputs(declared, shows, inputs)].map(({ secret }) => secret));
  const uses = [...read].filter((secret) => !shows.has(secret));
  return {
    name,
    shows: someNames([...shows].sort(byName)),
    uses: someNames(uses.sort(byName)),
    hides: {
      shown: firstOf(declared.keys(), (secret) => !read.has(secret)),
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
