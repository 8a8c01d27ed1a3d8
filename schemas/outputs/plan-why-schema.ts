/** What `tool plan why --format json` prints. */
import type { Overridden, PlanWhy, WhyField, WhyPlace, WhyProfile, WhyStore } from '../plan-why.js';
import { ANSWER_HEAD, SHOWN_ADDRESS, SHOWN_STORE } from './answer-schema.js';
import { described, listOf, oneOf, type Schema, TEXT, table } from './json-schema.js';

const NUMBER_OR_NONE: Schema = { type: ['integer', 'null'], minimum: 1 };
const VALUE: Schema = described('As it is written.', {});
const PLACE = {
  file: TEXT,
  line: NUMBER_OR_NONE,
  column: described('In characters.', NUMBER_OR_NONE),
  table: described('`profiles.default.DB_URL`, `profiles.production.defaults`, `defaults`, `providers`.', TEXT),
};
const OVERRIDDEN = table<Overridden>(
  { ...PLACE, value: VALUE, field: described('The other key of one setting: `refs` of `ref`.', TEXT) },
  ['field'],
);
const FIELD = table<WhyField>(
  {
    field: TEXT,
    value: described("As it is written; null: the user's default store.", {}),
    from: described('Null: built in.', oneOf(table<WhyPlace>(PLACE), { type: 'null' })),
    overrides: described('What would hold else, nearest first.', listOf(OVERRIDDEN)),
    emptied: described('Empty lists that leave the choice to this one.', listOf(table<WhyPlace>(PLACE))),
  },
  ['emptied'],
);
const STORE = table<WhyStore>(
  {
    ...SHOWN_STORE,
    at: SHOWN_ADDRESS,
    from: described('Where the aliases that lead there are declared.', listOf(table<WhyPlace>(PLACE))),
  },
  ['from'],
);
const PROFILE = table<WhyProfile>({
  profile: TEXT,
  fields: described('Those in force, in the order of the reference.', listOf(FIELD)),
  chain: described('The stores that are read, in order.', listOf(STORE)),
  writes: described('Where `set` writes; null: the secret is read-only.', oneOf(STORE, { type: 'null' })),
});

export const planWhySchema: Schema = table<PlanWhy>({
  ...ANSWER_HEAD,
  secret: TEXT,
  profiles: described('Those that declare it, by name.', listOf(PROFILE)),
});
