/** Parts that the schemas of answers about a plan share. */
import type { ShownStore } from '../plan-contacts.js';
import { COORDINATE_NAMES, type Coordinates } from '../plan.js';
import { ANSWER_FORMAT, type AnswerHead } from '../plan-question.js';
import { described, HASH, oneOf, type Schema, TEXT, TEXT_OR_NONE, table } from './json-schema.js';

type Members<T> = Readonly<Record<keyof T & string, Schema>>;

export const ANSWER_HEAD: Members<AnswerHead> = {
  format: { const: ANSWER_FORMAT },
  hash: described('Of the plan.', HASH),
};

export const SHOWN_STORE: Members<ShownStore> = {
  store: described("Alias, URI or name as the manifest writes it; null: the user's default store.", TEXT_OR_NONE),
  uri: described('Null where only the machine of a user knows it.', TEXT_OR_NONE),
};

const COORDINATES = table<Coordinates>(
  { item: TEXT, field: TEXT, vault: TEXT, section: TEXT, version: TEXT },
  COORDINATE_NAMES.filter((name) => name !== 'item'),
);

export const SHOWN_ADDRESS: Schema = described(
  '`project/profile/NAME`, a name or an `item` alone, or the coordinates.',
  oneOf(TEXT, COORDINATES),
);
