/** Items of 1Password as `op` prints them, and their fields (providers-local 13 (6)). */
import { jsonIn } from '../../values/json.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { objectIn } from '../bases/http-reply.js';
import type { Titled } from '../bases/named-item.js';
import { wholeList } from '../bases/whole-list.js';
import { type Failed, failed } from '../store-failure.js';
import { documentsIn } from './json-documents.js';

export type OnePasswordObject = Readonly<Record<string, unknown>>;

export interface OnePasswordItem extends Titled {
  /** All of it: what a change does not concern goes back as it came. */
  readonly json: OnePasswordObject;
}

/** A field as a `ref` names it. */
export interface FieldName {
  readonly section?: string | undefined;
  readonly field: string;
}

export function itemsIn(stdout: Uint8Array): readonly OnePasswordItem[] | Failed {
  const text = decodeUtf8(stdout);
  const documents = text === null ? null : documentsIn(text);
  return wholeList(documents?.flat(), itemOf) ?? NO_ITEMS;
}

/** The list of a vault, which must be one JSON text. */
export function listIn(stdout: Uint8Array): readonly OnePasswordItem[] | Failed {
  const list = jsonIn(stdout);
  // An empty vault may be printed as `null`, as Go does with a list that was never made.
  return list === null ? [] : (wholeList(list, itemOf) ?? NO_ITEMS);
}

const NO_ITEMS = failed('malformed', '`op` printed something that is not a list of items');

function itemOf(value: unknown): OnePasswordItem | null {
  const json = objectIn(value);
  const [id, title] = [json?.['id'], json?.['title']];
  return json && typeof id === 'string' && id !== '' && typeof title === 'string' ? { id, title, json } : null;
}

/** The value that counts without a field; null: there is none. The first field that fits decides, also if it is empty. */
export function mainValue(item: OnePasswordItem): string | null {
  const field = mainField(fieldsOf(item));
  return field === undefined ? null : textOf(field['value']);
}

function mainField(fields: readonly OnePasswordObject[]): OnePasswordObject | undefined {
  const isUsual = ({ id, type }: OnePasswordObject) => type === 'CONCEALED' || id === 'password';
  return fields.find(({ label }) => label === 'value') ?? fields.find(isUsual);
}

/** The value of a field, `attached` if it is a file of the item, or null: there is no such field. An empty field counts as none. */
export function fieldValue(item: OnePasswordItem, name: FieldName): string | 'attached' | null | Failed {
  const { bare, attribute } = withAttribute(name.field);
  const found = fieldOf(item, { ...name, field: bare });
  if (isFailed(found)) return found;
  if (found === null) return membersOf(item, 'files').some((file) => file['name'] === bare) ? ATTACHED : null;
  switch (attribute) {
    case '':
      return textOf(found['value']);
    case 'otp':
      return textOf(found['totp']);
    case 'ssh-format=openssh':
      return textOf(objectIn(objectIn(found['ssh_formats'])?.['openssh'])?.['value']);
    default:
      return failed(
        'unsupported',
        'the field has an attribute that is not known',
        'use `?attribute=otp`, or leave it out',
      );
  }
}

export const ATTACHED = 'attached';

/** The item with this value; it gets a field that it does not have. */
export function withValue(
  item: OnePasswordItem,
  name: FieldName,
  isMain: boolean,
  value: string,
): OnePasswordItem | Failed {
  const fields = fieldsOf(item);
  const found = isMain ? (mainField(fields) ?? null) : fieldOf(item, name);
  if (isFailed(found)) return found;
  if (found !== null)
    return changed(item, { fields: fields.map((field) => (field === found ? { ...field, value } : field)) });
  const sections = membersOf(item, 'sections');
  if (name.section === undefined) return changed(item, { fields: [...fields, concealed(name.field, value)] });
  const there = sections.find((section) => isNamed(section, name.section ?? ''));
  const section = there ?? { id: name.section, label: name.section };
  const added = { ...concealed(name.field, value), section: { id: section['id'], label: section['label'] } };
  return changed(item, {
    sections: there === undefined ? [...sections, section] : sections,
    fields: [...fields, added],
  });
}

function changed(item: OnePasswordItem, parts: OnePasswordObject): OnePasswordItem {
  return { ...item, json: { ...item.json, ...parts } };
}

/** A new item by convention. */
export function newItem(
  title: string,
  { project, key }: { readonly project: string; readonly key: string },
  value: string,
): OnePasswordObject {
  const field = (label: string, text: string) => ({ label, type: 'STRING', value: text });
  return {
    title,
    category: 'SECURE_NOTE',
    fields: [field('project', project), field('key', key), field('value', value)],
    tags: ['automated', project],
  };
}

function concealed(label: string, value: string): OnePasswordObject {
  return { label, type: 'CONCEALED', value };
}

function fieldOf(item: OnePasswordItem, { section, field }: FieldName): OnePasswordObject | null | Failed {
  const fields = fieldsOf(item).filter((each) => section === undefined || isNamed(objectIn(each['section']), section));
  const same = fields.filter(({ id, label }) => id === field || label === field);
  const named = same.length > 0 ? same : fields.filter((each) => isNamed(each, field));
  const outside = named.filter((each) => objectIn(each['section']) === null);
  const [found, ...others] = outside.length > 0 ? outside : named;
  if (found === undefined) return null;
  return others.length === 0 ? found : SEVERAL;
}

const SEVERAL = failed(
  'failed',
  'the item has several fields of this name',
  'name the `section`, or use the id of the field',
);

function isFailed(found: OnePasswordObject | null | Failed): found is Failed {
  return found === SEVERAL;
}

function isNamed(part: OnePasswordObject | null, name: string): boolean {
  const [id, label] = [part?.['id'], part?.['label']];
  return id === name || (typeof label === 'string' && label.toLowerCase() === name.toLowerCase());
}

/** The values of all fields, for what must not be shown. */
export function valuesIn(json: OnePasswordObject): readonly string[] {
  return membersOf({ json }, 'fields').flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function fieldsOf(item: OnePasswordItem): readonly OnePasswordObject[] {
  return membersOf(item, 'fields');
}

function membersOf(
  { json }: Pick<OnePasswordItem, 'json'>,
  name: 'fields' | 'sections' | 'files',
): readonly OnePasswordObject[] {
  const list = json[name];
  return Array.isArray(list) ? list.map(objectIn).filter((each) => each !== null) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** `one-time password?attribute=otp`, as a secret reference ends. */
export function withAttribute(field: string): { readonly bare: string; readonly attribute: string } {
  const [, bare = field, attribute = ''] = /^(.+)\?((?:attr(?:ibute)?|ssh-format)=[\w-]+)$/s.exec(field) ?? [];
  return { bare, attribute: attribute.replace(/^attr(?:ibute)?=/, '') };
}
