/** What `tool plan --verbose --format json` prints. */
import { ENTRIES_FORMAT, type PlanEntries, type PlanEntry } from '../plan-entries.js';
import { SHOWN_ADDRESS, SHOWN_STORE } from './answer-schema.js';
import { described, HASH, listOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const ENTRY = table<PlanEntry>({
  secret: TEXT,
  profile: TEXT,
  for: described('`cache`: a copy of the value is kept there.', words('value', 'cache')),
  ...SHOWN_STORE,
  at: SHOWN_ADDRESS,
  entry: described('What the store calls it; null where only the machine of a user knows the store.', TEXT_OR_NONE),
});

export const planEntriesSchema: Schema = table<PlanEntries>({
  format: { const: ENTRIES_FORMAT },
  hash: described('Of the plan.', HASH),
  entries: described('By name of the secret, then by profile, then in the order of the chain.', listOf(ENTRY)),
});
