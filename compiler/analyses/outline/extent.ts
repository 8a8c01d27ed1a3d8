/** The profiles in which something holds, in the shortest spelling. */
import type { Extent } from '#schemas/plan-outline.js';

/** `held` is a subset of `profiles`, in their order. With only one profile in the plan, its name. */
export function extentOf(held: readonly string[], profiles: readonly string[]): Extent {
  if (held.length === profiles.length && profiles.length > 1) return 'all';
  if (held.length <= profiles.length - held.length || profiles.length === 1) return { only: held };
  const holds = new Set(held);
  return { except: profiles.filter((profile) => !holds.has(profile)) };
}
