/** In which profiles something holds, spelled the shortest way. */
import type { Extent } from '#schemas/plan-outline.js';

/** `held` is a subset of `profiles`, in their order. A plan of one profile says its name. */
export function extentOf(held: readonly string[], profiles: readonly string[]): Extent {
  if (held.length === profiles.length && profiles.length > 1) return 'all';
  if (held.length <= profiles.length - held.length || profiles.length === 1) return { only: held };
  const holds = new Set(held);
  return { except: profiles.filter((profile) => !holds.has(profile)) };
}
