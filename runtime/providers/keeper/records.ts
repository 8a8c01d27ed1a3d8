/** Records of Keeper and their fields (providers-local 16.3, 16.6, 25.16). */
import { cleaned } from '../../values/cleaned.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { severalNamed } from '../bases/named-item.js';
import { TOOL_NAME } from '../../version.js';
import { type Failed, failed } from '../store-failure.js';
import type { KeeperRecord } from './library.js';

/** Its parts are what others wrote: nothing about them is certain. */
export interface RecordField {
  readonly kind: 'field';
  readonly type: string;
  readonly value: unknown[];
}

/** A record by its UID or its title; null: there is none. A record that is shared in two ways is one. */
export function recordOf(records: readonly KeeperRecord[], name: string): KeeperRecord | Failed | null {
  const byUid = records.find(({ recordUid }) => recordUid === name);
  if (byUid !== undefined) return byUid;
  const titled = new Map(
    records.filter(({ data }) => data?.title === name).map((record) => [record.recordUid, record]),
  );
  if (titled.size < 2) return [...titled.values()][0] ?? null;
  const help = 'write the UID of one as the `item` of a `ref`';
  return severalNamed('records have this title', [...titled.keys()], help, 'unsupported');
}

/** Standard fields by label, then by type; only then custom ones. Capitals make no difference in types. */
export function fieldOf(record: KeeperRecord, name: string): RecordField | null {
  for (const part of [record.data?.fields, record.data?.custom]) {
    const fields = (Array.isArray(part) ? part : []).map(objectIn).filter((field) => field !== null);
    const found =
      fields.find(({ label }) => label === name) ??
      fields.find(({ type }) => `${type}`.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return held(found);
  }
  return null;
}

/** The object itself, so that a change of its values is one of the record. */
function held(field: Record<string, unknown>): RecordField {
  const value = Array.isArray(field['value']) ? field['value'] : [];
  field['value'] = value;
  return { kind: 'field', type: `${field['type']}`, value };
}

/** The first value, and JSON where it is not a text. Null: it has none. */
export function textOf({ value: [first] }: RecordField): string | null {
  if (first === undefined || first === null) return null;
  return typeof first === 'string' ? first : JSON.stringify(first);
}

/** Changes the first value, which keeps its JSON type. Null if that succeeded. */
export function setText({ type, value }: RecordField, text: string): Failed | null {
  const kind = kindOf(value[0], type);
  const given = kind === 'string' ? text : jsonIn(text);
  if (kindOf(given, '') !== kind || given === null)
    return failed('unsupported', `a field of the type \`${cleaned(type)}\` holds ${WORDS[kind]}`, 'write it as JSON');
  value[0] = given;
  return null;
}

type Kind = 'string' | 'number' | 'boolean' | 'object';

function kindOf(value: unknown, type: string): Kind {
  if (value === undefined || value === null) return EMPTY[type] ?? 'string';
  const kind = typeof value;
  return kind === 'number' || kind === 'boolean' || kind === 'object' ? kind : 'string';
}

const WORDS: Readonly<Record<Kind, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: '`true` or `false`',
  object: 'an object',
};
/** What fields of these types hold that have no value yet (keeper.ts: the classes of fields). All others hold a text. */
const EMPTY: Readonly<Record<string, Kind>> = Object.fromEntries([
  ...['date', 'birthDate', 'expirationDate'].map((type) => [type, 'number'] as const),
  ...['checkbox', 'isSSIDHidden'].map((type) => [type, 'boolean'] as const),
  ...[
    ...['host', 'name', 'phone', 'address', 'paymentCard', 'bankAccount', 'securityQuestion', 'keyPair', 'pamHostname'],
    ...['passkey', 'schedule', 'script', 'appFiller', 'pamResources', 'pamSettings', 'pamRemoteBrowserSettings'],
  ].map((type) => [type, 'object'] as const),
]);

/** A login, as Keeper's own applications make it. */
export function newRecord(title: string, text: string): unknown {
  return {
    title,
    type: 'login',
    fields: [{ type: 'password', privacyScreen: true, value: [text] }],
    custom: [],
    notes: `Managed by ${TOOL_NAME}`,
  };
}
