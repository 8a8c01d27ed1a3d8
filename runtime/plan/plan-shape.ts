/**
 * Whether a value read from a file is a plan. Its hash and integrity already hold, so this guards against files made by
 * hand: nothing that the runtime reads may be of another type.
 */
import { isRecord } from '#schemas/is-record.js';
import type { Plan } from '#schemas/plan.js';

type Test = (value: unknown) => boolean;

export function isPlan(value: unknown): value is Plan {
  return (
    isRecord(value) &&
    isRecord(value['project']) &&
    isText(value['project']['name']) &&
    isOneOf(true, false, 'agents')(value['project']['requireReason']) &&
    everyMember(
      value['profiles'],
      (profile) => isRecord(profile) && (profile['route'] === null || isChain(profile['route'])),
    ) &&
    everyMember(value['scopes'], listOf(isText)) &&
    everyMember(value['stores'], isStore) &&
    everyMember(value['secrets'], listOf(isSecret))
  );
}

const isText: Test = (value) => typeof value === 'string';

const isStoreRef: Test = (value) =>
  isRecord(value) &&
  (value['kind'] === 'uri' ? isText(value['uri']) : isOneOf('alias', 'open')(value['kind']) && isText(value['name']));

const isChain: Test = (value) => listOf(isStoreRef)(value) && Array.isArray(value) && value.length > 0;

const isCoordinates: Test = (value) => isRecord(value) && isText(value['item']) && Object.values(value).every(isText);

const isCache: Test = (value) => isRecord(value) && isStoreRef(value['store']) && isCount(value['maxAgeSeconds']);

const isCredential: Test = (value) =>
  isRecord(value) && isStoreRef(value['store']) && optional(isCoordinates)(value['ref']);

const isStore: Test = (value) => {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'fallback') return isChain(value['route']) && isCache(value['cache']);
  const isAddressed = isText(value['uri']) && everyMember(value['credentials'], isCredential);
  if (value['kind'] === 'inline cache') return isAddressed && isCache(value['cache']);
  return value['kind'] === 'leaf' && isAddressed && optional(isCoordinates)(value['template']);
};

/** Exactly one of the two lists: readers ask for `only` first. */
const isExtent: Test = (value) =>
  value === 'all' ||
  (isRecord(value) &&
    ('only' in value ? listOf(isText)(value['only']) && !('except' in value) : listOf(isText)(value['except'])));

const isPresence: Test = (value) =>
  isOneOf('required', 'optional')(value) ||
  (isRecord(value) && listOf(isText)(value['atLeastOne']) && listOf(isText)(value['exactlyOne']));

const isSecret: Test = (value) =>
  isRecord(value) &&
  isExtent(value['in']) &&
  isText(value['description']) &&
  isPresence(value['presence']) &&
  isSource(value['source']) &&
  isOneOf('value', 'path')(value['deliver']) &&
  optional(isText)(value['type']) &&
  optional(isEncoding)(value['text']) &&
  (value['roles'] === undefined || everyMember(value['roles'], isText));

const isEncoding: Test = (value) => isOneOf('base64', 'base64url', 'hex')(value);

const isExtraction: Test = (value) =>
  isRecord(value) && isOneOf('json', 'ini')(value['format']) && listOf(isText)(value['pointer']);

const isPart: Test = (value) =>
  isRecord(value) && ('secret' in value ? isText(value['secret']) : isText(value['text']));

const isSource: Test = (value) => {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'composed') return listOf(isPart)(value['parts']);
  if (value['kind'] === 'derived') return isText(value['from']) && isDerivation(value['how']);
  const hasChain = value['route'] === 'profile' || isChain(value['route']);
  return (
    value['kind'] === 'stored' &&
    hasChain &&
    isNaming(value['naming']) &&
    optional(isEncoding)(value['decode']) &&
    optional(isExtraction)(value['extract']) &&
    isWhenMissing(value['whenMissing'], value['extract'] !== undefined)
  );
};

const isDerivation: Test = (value) =>
  isRecord(value) &&
  (value['kind'] === 'select'
    ? isExtraction(value['extract'])
    : value['kind'] === 'export' && isText(value['type']) && isOneOf('pem', 'der', null)(value['format']));

const isNaming: Test = (value) => {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'ref') return isCoordinates(value['at']);
  return value['kind'] === 'convention' || (value['kind'] === 'refs' && everyMember(value['by'], isCoordinates));
};

/** An extracted secret is read-only: it can be neither generated nor prompted for. */
function isWhenMissing(value: unknown, isExtracted: boolean): boolean {
  if (!isRecord(value)) return false;
  if (isExtracted && !isOneOf('nothing', 'default')(value['kind'])) return false;
  if (value['kind'] === 'default') return isText(value['text']);
  if (value['kind'] === 'generate') return isText(value['type']) && isRecord(value['options']);
  return isOneOf('nothing', 'prompt')(value['kind']);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function isOneOf(...allowed: readonly unknown[]): Test {
  return (value) => allowed.includes(value);
}

function listOf(test: Test): Test {
  return (value) => Array.isArray(value) && value.every(test);
}

function optional(test: Test): Test {
  return (value) => value === undefined || test(value);
}

function everyMember(value: unknown, test: Test): boolean {
  return isRecord(value) && Object.values(value).every(test);
}
