/** The fields of an item: read, and replaced without touching the rest (providers-local 19.6). */
import { cleaned } from '../../values/cleaned.js';
import { objectIn } from '../bases/http-reply.js';
import { type Failed, failed } from '../store-failure.js';
import type { BitwardenItem, BitwardenObject } from './item.js';
import { type ItemKind, kindOf, memberNamed } from './kinds.js';

/** Where a field of an item is. */
type FieldLocation =
  | { readonly kind: 'notes' }
  | { readonly kind: 'uri' }
  | { readonly kind: 'member'; readonly object: string; readonly name: string }
  | { readonly kind: 'custom'; readonly index: number };

/** The text of a field, or without one that of the item; null: it has none. */
export function textOf(item: BitwardenItem, field: string | undefined): string | Failed | null {
  const names = field === undefined ? kindOf(item.type).usual : [field];
  for (const name of names) {
    const location = locateField(item, name);
    const text = location === null || isFailed(location) ? location : textAt(item, location, name);
    if (text !== null && text !== '') return text;
  }
  return null;
}

/** The item with this text in the field. A custom field is added if there is none. */
export function withText(item: BitwardenItem, field: string | undefined, text: string): BitwardenObject | Failed {
  const name = field ?? kindOf(item.type).usual[0];
  const location = locateField(item, name);
  if (location !== null && isFailed(location)) return location;
  const { json } = item;
  const fields = fieldsOf(json);
  if (location === null)
    return { ...json, fields: [...fields, { name, value: text, type: isHidden(name) ? HIDDEN : TEXT }] };
  switch (location.kind) {
    case 'notes':
      return { ...json, notes: text };
    case 'uri':
      return { ...json, login: { ...objectIn(json['login']), uris: withFirstUri(json, text) } };
    case 'member':
      return { ...json, [location.object]: { ...objectIn(json[location.object]), [location.name]: text } };
    case 'custom': {
      const held = textAt(item, location, name);
      if (held !== null && isFailed(held)) return held;
      return { ...json, fields: fields.with(location.index, { ...fields[location.index], value: text }) };
    }
  }
}

/** The texts in an item that may be secret, for what must not be shown. */
export function valuesIn(json: BitwardenObject): readonly string[] {
  const { notes, passwordHistory, type } = json;
  const parts = json[kindOf(typeof type === 'number' ? type : 0).object];
  return textsWithin([notes, passwordHistory, parts, fieldsOf(json).map(({ value }) => value)]);
}

function textsWithin(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsWithin) : [];
}

/** Members of the item's type first, then custom fields. */
function locateField({ type, json, title }: BitwardenItem, name: string): FieldLocation | Failed | null {
  const kind = kindOf(type);
  const wanted = name.toLowerCase();
  if (wanted === 'notes') return { kind: 'notes' };
  if (kind.object === 'login' && wanted === 'uri') return { kind: 'uri' };
  const member = memberNamed(kind, name, textMembers(json, kind));
  if (member !== null) return { kind: 'member', object: kind.object, name: member };
  const same = fieldsOf(json).flatMap((field, index) =>
    textIn(field, 'name')?.toLowerCase() === wanted ? [index] : [],
  );
  const [index, ...others] = same;
  if (index === undefined) return null;
  if (others.length === 0) return { kind: 'custom', index };
  const detail = `item \`${cleaned(title)}\` has ${same.length} fields that are called \`${cleaned(name)}\``;
  return failed('failed', detail, 'rename all but one of them in Bitwarden');
}

function textMembers(json: BitwardenObject, { object }: ItemKind): readonly string[] {
  const members = Object.entries(objectIn(json[object]) ?? {});
  return members.flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));
}

function textAt({ json, title }: BitwardenItem, location: FieldLocation, name: string): string | Failed | null {
  switch (location.kind) {
    case 'notes':
      return textIn(json, 'notes');
    case 'uri':
      return textIn(urisOf(json)[0] ?? {}, 'uri');
    case 'member':
      return textIn(objectIn(json[location.object]) ?? {}, location.name);
    case 'custom': {
      const field = fieldsOf(json)[location.index] ?? {};
      if (field['type'] !== LINKED) return textIn(field, 'value');
      const detail = `field \`${cleaned(name)}\` of item \`${cleaned(title)}\` is linked to another field`;
      return failed('unsupported', detail, 'name the field that it is linked to');
    }
  }
}

function textIn(json: BitwardenObject, name: string): string | null {
  const value = json[name];
  return typeof value === 'string' ? value : null;
}

function fieldsOf(json: BitwardenObject): readonly BitwardenObject[] {
  return objectsIn(json['fields']);
}

function urisOf(json: BitwardenObject): readonly BitwardenObject[] {
  return objectsIn(objectIn(json['login'])?.['uris']);
}

function withFirstUri(json: BitwardenObject, uri: string): readonly BitwardenObject[] {
  const [first, ...others] = urisOf(json);
  return [{ match: null, ...first, uri }, ...others];
}

/** What is not an object stays in its place, as an empty one. */
function objectsIn(list: unknown): readonly BitwardenObject[] {
  return Array.isArray(list) ? list.map((one) => objectIn(one) ?? {}) : [];
}

/** Types of custom fields. */
const [TEXT, HIDDEN, LINKED] = [0, 1, 3];

/** Whether Bitwarden should show dots in its place. */
function isHidden(name: string): boolean {
  return /password|secret|token|key|value|code|cvv|cvc/i.test(name);
}

function isFailed(given: FieldLocation | Failed | string): given is Failed {
  return typeof given !== 'string' && given.kind === 'failed';
}
