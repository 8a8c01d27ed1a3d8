/** Concurrent requests, up to a limit, for a store that answers one at a time. */
import { type Environment, variableIn } from './values/environment.js';

/** For stores that are reached over HTTP, and for all others: programs, files, libraries. */
const USUAL_LIMITS = { http: 16, other: 8 } as const;

/** Runs `work` for every item, at most `limit` at once; results in the order of the items. `done` is called after each. */
export async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
  done?: () => void,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  const worker = async () => {
    // All workers take from one iterator, so a slow item holds up only its own worker.
    for (const [index, item] of waiting) {
      results[index] = await work(item);
      done?.();
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/** How many requests a store may have under way: `TOOL_PROVIDER_CONCURRENCY`, an integer from 1, else 16 over HTTP and 8 otherwise. */
export function concurrencyOf(setting: string | undefined, way: keyof typeof USUAL_LIMITS = 'other'): number {
  const text = setting?.trim() ?? '';
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return limit >= 1 ? limit : USUAL_LIMITS[way];
}

/** The same in this environment. */
export function concurrencyIn(environment: Environment, way: keyof typeof USUAL_LIMITS = 'other'): number {
  return concurrencyOf(variableIn(environment, 'TOOL_PROVIDER_CONCURRENCY'), way);
}
