/** What each scope shows, what it hides, and what it reads although it is hidden (spec 4.2). */
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineScope, OutlineSelection } from '#schemas/plan-outline.js';
import { receivedOf, select } from './selected.js';

/** Names that no selected profile declares are left out. */
export function scopesOf(plan: Plan, { profile, scope }: OutlineSelection): readonly OutlineScope[] {
  const { meanings, profiles } = select(plan, { profile, scope: null });
  const names = Object.keys(plan.scopes).filter((name) => scope === null || name === scope);
  return names.map((name) => {
    const listed = new Set(own(plan.scopes, name) ?? []);
    const read = receivedOf(plan, profiles, meanings, listed);
    const declared = [...meanings.keys()];
    const hidden = declared.filter((secret) => !listed.has(secret));
    return {
      name,
      shows: declared.filter((secret) => listed.has(secret)),
      uses: hidden.filter((secret) => read.has(secret)),
      hides: hidden.filter((secret) => !read.has(secret)),
    };
  });
}
