/** What `tool plan contacts --format json` prints. */
import { CONTACT_ACCESSES, CONTACT_REASONS, type PlanContact, type PlanContacts } from '../plan-contacts.js';
import { ANSWER_HEAD, SHOWN_ADDRESS, SHOWN_STORE } from './answer-schema.js';
import { described, listOf, NAMES, type Schema, TEXT, table, words } from './json-schema.js';

const CONTACT = table<PlanContact>(
  {
    ...SHOWN_STORE,
    at: SHOWN_ADDRESS,
    access: described('`delete`: of an entry of a cache that is out of date.', words(...CONTACT_ACCESSES)),
    for: words(...CONTACT_REASONS),
    credential: described(
      'With `credential` only: what opens the store of this alias.',
      table<NonNullable<PlanContact['credential']>>({ alias: TEXT, name: TEXT }),
    ),
    secrets: described('Of a credential: those of the stores that it opens.', NAMES),
    profiles: NAMES,
  },
  ['credential'],
);

export const planContactsSchema: Schema = table<PlanContacts>({
  ...ANSWER_HEAD,
  contacts: described('By store, then by entry.', listOf(CONTACT)),
});
