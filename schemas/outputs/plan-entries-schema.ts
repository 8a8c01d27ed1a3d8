/** What `tool plan --verbose --format json` prints. */
import { COORDINATE_NAMES, type Coordinates } from '../plan.js';
import { ENTRIES_FORMAT, type PlanEntries, type PlanEntry } from '../plan-entries.js';
import { described, HASH, listOf, oneOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const COORDINATES = table<Coordinates>({ item: TEXT, field: TEXT, vault: TEXT, section: TEXT, version: TEXT }, [
  ...COORDINATE_NAMES.filter((name) => name !== 'item'),
]);

const ENTRY = table<PlanEntry>({
  secret: TEXT,
  profile: TEXT,
  for: described('`cache`: a copy of the value is kept there.', words('value', 'cache')),
  store: described("Alias, URI or name as the manifest writes it; null: the user's default store.", TEXT_OR_NONE),
  uri: described('Null where only the machine of a user knows it.', TEXT_OR_NONE),
  at: described('`project/profile/NAME`, a name or an `item` alone, or the coordinates.', oneOf(TEXT, COORDINATES)),
  entry: described('What the store calls it; null where only the machine of a user knows the store.', TEXT_OR_NONE),
});

export const planEntriesSchema: Schema = table<PlanEntries>({
  format: { const: ENTRIES_FORMAT },
  hash: described('Of the plan.', HASH),
  entries: described('By name of the secret, then by profile, then in the order of the chain.', listOf(ENTRY)),
});
