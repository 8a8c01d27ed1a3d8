/** What `tool plan cost --format json` prints. */
import {
  COST_UNITS,
  type CostRange,
  type PlanCost,
  type ProfileCost,
  type StoreCost,
  type WrittenEntries,
} from '../plan-cost.js';
import { CACHE_STATES } from '../plan-question.js';
import { ANSWER_HEAD, SHOWN_STORE } from './answer-schema.js';
import { defined, described, listOf, oneOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const RANGE = table<CostRange>({
  best: described('Everything is found where it is asked for first.', COUNT),
  worst: described(
    'Each chain is walked to its end, what can be made is stored, caches are filled, each store signs in.',
    COUNT,
  ),
});
const COUNTS = described('Null where a store is not known.', oneOf(defined('range'), { type: 'null' }));
const TOTALS = { calls: COUNTS, files: COUNTS, signIns: COUNTS, unlocks: COUNTS };

const STORE = table<StoreCost>({
  ...SHOWN_STORE,
  unit: described('`none`: nothing leaves the process.', words(...COST_UNITS)),
  entries: described('That are read; those that may be written are among them.', COUNT),
  written: described(
    'Entries that are written at worst, by what for.',
    table<WrittenEntries>({ generated: COUNT, prompted: COUNT, cached: COUNT }),
  ),
  ...TOTALS,
});

export const planCostSchema: Schema = {
  ...table<PlanCost>({
    ...ANSWER_HEAD,
    caches: words(...CACHE_STATES),
    profiles: listOf(
      table<ProfileCost>({
        profile: TEXT,
        scope: TEXT_OR_NONE,
        stores: listOf(STORE),
        ...TOTALS,
        roundTrips: described('Calls that wait for one another.', COUNTS),
      }),
    ),
  }),
  $defs: { range: RANGE },
};
