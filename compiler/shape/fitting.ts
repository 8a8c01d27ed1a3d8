/** What fits a shape of a table that has keys that do not. */
import type * as z from 'zod';

type Table = Readonly<Record<string, unknown>>;

/** Without a key, those in it may be missed: a few rounds end with what fits, or with nothing. */
const MOST_ROUNDS = 4;

/** The table without its keys that the shape refuses. */
export function fitting(shape: z.ZodType, table: Table): Table {
  let rest = table;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = shape.safeParse(rest);
    if (result.success) return rest;
    const refused = new Set(result.error.issues.flatMap(keysOf));
    rest = Object.fromEntries(Object.entries(rest).filter(([key]) => !refused.has(key)));
  }
  return {};
}

/** The keys of the table itself in which the issue is. */
function keysOf(issue: z.core.$ZodIssue): readonly string[] {
  const [key] = issue.path;
  if (key !== undefined) return [String(key)];
  return issue.code === 'unrecognized_keys' ? issue.keys : [];
}
