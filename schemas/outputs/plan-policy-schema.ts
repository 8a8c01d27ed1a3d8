/** What `tool plan policy --format json` prints. */
import { CONTACT_ACCESSES } from '../plan-contacts.js';
import {
  type PlanPolicy,
  POLICY_TARGETS,
  type PolicyPart,
  type PolicyStatement,
  type UncoveredStore,
} from '../plan-policy.js';
import { ANSWER_HEAD, SHOWN_STORE } from './answer-schema.js';
import { described, listOf, NAMES, oneOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

/** Its members are those of the vendor. */
const VENDORS: Schema = oneOf(TEXT, { type: 'object' });

const STATEMENT = table<PolicyStatement>({
  statement: described('As it stands in the document; its text where that is not JSON.', VENDORS),
  access: described('`delete`: of an entry of a cache that is out of date.', listOf(words(...CONTACT_ACCESSES))),
  secrets: described('Those that fail without it.', NAMES),
});
const UNCOVERED = table<UncoveredStore>({ store: SHOWN_STORE.store, secrets: NAMES });

const COUNT: Schema = { type: 'integer', minimum: 1 };
const PART = table<PolicyPart>({ number: described('From 1 on.', COUNT), of: COUNT });

export const planPolicySchema: Schema = table<PlanPolicy>(
  {
    ...ANSWER_HEAD,
    for: words(...POLICY_TARGETS),
    profile: TEXT,
    scope: TEXT_OR_NONE,
    part: described('With `--part`: which of how many documents this is, all of which are needed.', PART),
    statements: described('In the order of the document.', listOf(STATEMENT)),
    policy: described('The document; its text where it is not JSON.', VENDORS),
    uncovered: described('Stores that the profile contacts and the document does not cover.', listOf(UNCOVERED)),
  },
  ['part'],
);
