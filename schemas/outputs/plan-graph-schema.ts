/** What `tool plan graph --format json` prints. */
import {
  GRAPH_PRESENCES,
  GRAPH_REMEDIES,
  GRAPH_SOURCES,
  type GraphCredential,
  type GraphGroup,
  type GraphMade,
  type GraphMeaning,
  type GraphRead,
  type GraphSecret,
  type GraphStore,
  type PlanGraph,
} from '../plan-graph.js';
import { ANSWER_HEAD, SHOWN_STORE } from './answer-schema.js';
import { described, FLAG, listOf, NAMES, oneOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const ID: Schema = { type: 'string', pattern: '^n[0-9]+$' };

const MEANING = table<GraphMeaning>({
  profiles: NAMES,
  source: words(...GRAPH_SOURCES),
  presence: described('`group`: it is a member of presence groups.', words(...GRAPH_PRESENCES)),
  path: described('It is delivered as a file.', FLAG),
  whenMissing: words(...GRAPH_REMEDIES),
});

const SECRET = table<GraphSecret>({
  id: ID,
  kind: words('secret'),
  name: TEXT,
  description: TEXT,
  meanings: described('Several where it differs between profiles.', listOf(MEANING)),
});

const STORE = table<GraphStore>({
  id: ID,
  kind: described('`cache`: it only keeps copies.', words('store', 'cache')),
  ...SHOWN_STORE,
});

const ENDS = { from: ID, to: ID, profiles: NAMES };
const EDGE = oneOf(
  table<GraphRead>({ ...ENDS, kind: words('read'), order: described('1: read first.', { type: 'integer' }) }),
  table<GraphMade>({ ...ENDS, kind: words('made of', 'cache') }),
  table<GraphCredential>({ ...ENDS, kind: words('credential'), name: TEXT }),
);

const GROUP = table<GraphGroup>({ kind: words('scope'), name: TEXT, secrets: listOf(ID) });

export const planGraphSchema: Schema = table<PlanGraph>({
  ...ANSWER_HEAD,
  project: TEXT,
  profiles: NAMES,
  scope: TEXT_OR_NONE,
  nodes: listOf(oneOf(SECRET, STORE)),
  edges: described('From what gives to what receives.', listOf(EDGE)),
  groups: described('The secrets that each scope lists.', listOf(GROUP)),
});
