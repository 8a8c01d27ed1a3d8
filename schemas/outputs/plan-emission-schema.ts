/** What `tool plan emit --format json` prints. */
import { EMIT_TARGETS, type EmittedService, type PlanEmission, type UncoveredSecret } from '../plan-emission.js';
import { ANSWER_HEAD } from './answer-schema.js';
import { described, FLAG, listOf, NAMES, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const SERVICE = table<EmittedService>({
  service: TEXT,
  profile: TEXT,
  scope: described('Null: all secrets of the profile.', TEXT_OR_NONE),
  secrets: described('Those that the service gets; hidden ones that they are made of are not among them.', NAMES),
});
const UNCOVERED = table<UncoveredSecret>({
  secret: TEXT,
  profiles: NAMES,
  isIn: described('Whether the document has the secret nevertheless.', FLAG),
  why: described('A clause after the name of the secret.', TEXT),
});

export const planEmissionSchema: Schema = table<PlanEmission>({
  ...ANSWER_HEAD,
  for: words(...EMIT_TARGETS),
  services: described('In the order of the document.', listOf(SERVICE)),
  uncovered: described('What the engine cannot do as the plan says, by secret.', listOf(UNCOVERED)),
  document: TEXT,
});
