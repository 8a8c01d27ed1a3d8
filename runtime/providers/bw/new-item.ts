/** A new item with a value in its usual field, or in another one. */
import { type Failed, failed } from '../store-failure.js';
import { withText } from './fields.js';
import type { BitwardenObject } from './item.js';
import { kindOf, LOGIN_TYPE } from './kinds.js';
import type { ItemScope } from './scope.js';

/** `type`: null is a login. */
export function newItem(
  title: string,
  type: number | null,
  field: string | undefined,
  text: string,
  { organization, collection }: ItemScope,
): BitwardenObject | Failed {
  if (organization !== null && collection === null) return NO_COLLECTION;
  const chosen = type ?? LOGIN_TYPE;
  const { object } = kindOf(chosen);
  const empty = {
    organizationId: organization,
    collectionIds: collection === null ? null : [collection],
    folderId: null,
    type: chosen,
    name: title,
    notes: null,
    favorite: false,
    fields: [],
    reprompt: 0,
    [object]: EMPTY[object] ?? {},
  };
  return withText({ id: '', title, type: chosen, json: empty }, field, text);
}

/** `bw` creates no SSH key that lacks one of its parts. */
const NOT_SET = '(not set)';
const EMPTY: Readonly<Record<string, BitwardenObject>> = {
  login: { username: null, password: null, totp: null, uris: [] },
  secureNote: { type: 0 },
  sshKey: { privateKey: NOT_SET, publicKey: NOT_SET, keyFingerprint: NOT_SET },
};

const NO_COLLECTION = failed(
  'unsupported',
  'an item of an organization is in a collection, and the address names none',
  'add `collection=NAME` to the address',
);
