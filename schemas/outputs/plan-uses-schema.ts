/** What `tool plan uses --format json` prints. */
import type { PlanUses, UsedCache, UsedCredential, UsedEntry } from '../plan-uses.js';
import { ANSWER_HEAD, SHOWN_ADDRESS, SHOWN_STORE } from './answer-schema.js';
import { described, listOf, NAMES, type Schema, TEXT, table } from './json-schema.js';

const ENTRY = table<UsedEntry>({ at: SHOWN_ADDRESS, secrets: NAMES, profiles: NAMES });
const CACHE = table<UsedCache>({ store: SHOWN_STORE.store, at: SHOWN_ADDRESS, profiles: NAMES });
const CREDENTIAL = table<UsedCredential>({
  alias: described('The one that signs in with it.', TEXT),
  name: TEXT,
  secrets: described('Every secret of the store that it opens.', NAMES),
});

export const planUsesSchema: Schema = table<PlanUses>(
  {
    ...ANSWER_HEAD,
    store: described('As it was asked for.', TEXT),
    item: TEXT,
    field: TEXT,
    entries: described('By address.', listOf(ENTRY)),
    secrets: described('Whose values, or copies of them, are in these entries.', NAMES),
    dependents: described('Composed of them or derived from them, through all steps.', NAMES),
    scopes: described('That receive one of all these.', NAMES),
    caches: described('Copies of the values, to purge.', listOf(CACHE)),
    credentials: described('Credentials that are kept here.', listOf(CREDENTIAL)),
  },
  ['item', 'field'],
);
