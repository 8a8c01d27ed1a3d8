/** What `tool plan simulate --format json` prints: one call, or with `--matrix` each store down. */
import { CACHE_STATES } from '../plan-question.js';
import {
  type PlanSimulation,
  SIMULATED_MODES,
  SIMULATED_OUTCOMES,
  SIMULATION_OUTCOMES,
  type SimulationCell,
  type SimulationHead,
  type SimulationMatrix,
  type SimulationSecret,
} from '../plan-simulation.js';
import type { ViolationReport } from '../report.js';
import { GROUP_MODES } from '../groups.js';
import { ANSWER_HEAD, SHOWN_STORE } from './answer-schema.js';
import { described, FLAG, listOf, NAMES, oneOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const HEAD: Readonly<Record<keyof SimulationHead, Schema>> = {
  ...ANSWER_HEAD,
  profile: TEXT,
  scope: TEXT_OR_NONE,
  down: described('The stores that fail each contact.', listOf(TEXT_OR_NONE)),
  missing: described('`NAME`, or `NAME@STORE` where the entry is missing in one store.', NAMES),
  caches: described('`cold`: they are empty. `warm`: every entry is fresh.', words(...CACHE_STATES)),
  mode: described('`run`: someone answers prompts. `report`: nothing is made.', words(...SIMULATED_MODES)),
};

const OUTCOME = described(
  '`degraded`: all that is required is there, but a store was passed over.',
  words(...SIMULATION_OUTCOMES),
);

const SECRET = table<SimulationSecret>({
  name: TEXT,
  required: FLAG,
  outcome: described(
    '`omitted`: there is no value, and none is required. `failed`: a store that might have it did not answer, or its store takes no value.',
    words(...SIMULATED_OUTCOMES),
  ),
  store: described("Where the value is found, or kept; null: nowhere, or in the user's default store.", TEXT_OR_NONE),
});

const VIOLATION = table<ViolationReport>({
  kind: words(...GROUP_MODES),
  group: TEXT,
  secrets: NAMES,
  present: NAMES,
});

const CELL = table<SimulationCell>({
  store: SHOWN_STORE.store,
  scope: described('Null: no scope.', TEXT_OR_NONE),
  outcome: OUTCOME,
  failed: NAMES,
  degraded: described('Those that have a value although a store was passed over.', NAMES),
});

export const planSimulationSchema: Schema = oneOf(
  table<PlanSimulation>({ ...HEAD, outcome: OUTCOME, secrets: listOf(SECRET), violations: listOf(VIOLATION) }),
  table<SimulationMatrix>({ ...HEAD, matrix: described('Each store down alone.', listOf(CELL)) }),
);
