/** Key-values of Azure App Configuration: what the service sends, and what a value means (providers-cloud 3.5 (6), (7)). */
import { cleaned } from '../../values/cleaned.js';
import { objectIn } from '../bases/http-reply.js';
import { type Failed, failed } from '../store-failure.js';

export interface KeyValueSetting {
  readonly kind: 'setting';
  readonly key: string;
  /** Null: it has none. */
  readonly label: string | null;
  readonly value: string;
  readonly type: string;
  readonly etag: string;
  readonly tags: Tags;
  readonly description: string | null;
  readonly isLocked: boolean;
}
export type Tags = Readonly<Record<string, string>>;

/** `reference`: the value is a document that names a secret of Key Vault. */
export type Meaning = 'value' | 'reference' | Failed;

/** Null if it is not a key-value. `isNamedOnly`: it was asked for without its value. */
export function settingIn(body: unknown, isNamedOnly = false): KeyValueSetting | null {
  const { key, label = null, value, content_type, etag = '', tags, description = null, locked } = objectIn(body) ?? {};
  const isNamed = typeof key === 'string' && (label === null || typeof label === 'string');
  const isWhole = isTextOrNone(value) && isTextOrNone(content_type) && typeof etag === 'string';
  const given = tagsIn(tags);
  if (!isNamed || !isWhole || given === null) return null;
  if (value === undefined && !isNamedOnly) return null;
  return {
    kind: 'setting',
    ...{ key, label, etag, tags: given },
    // A key-value that was created without a value has an empty one.
    value: value ?? '',
    type: content_type ?? '',
    description: typeof description === 'string' ? description : null,
    isLocked: locked === true,
  };
}

/** Types of the service itself that are not known are not taken for values. */
export function meaningOf({ key, type }: Pick<KeyValueSetting, 'key' | 'type'>): Meaning {
  const [essence = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!essence.startsWith(OWN)) return 'value';
  if (essence === `${OWN}keyvaultref+json` && parameters.includes('charset=utf-8')) return 'reference';
  return failed('unsupported', `key-value \`${cleaned(key)}\` is of the type \`${cleaned(essence)}\`, not a value`);
}

const OWN = 'application/vnd.microsoft.appconfig.';

/** Whether it has these tags, and maybe others. */
export function hasTags({ tags }: KeyValueSetting, wanted: Tags): boolean {
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(tags, name) && tags[name] === value);
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || typeof value === 'string';
}

function tagsIn(tags: unknown): Tags | null {
  if (tags === null || tags === undefined) return {};
  const fields = objectIn(tags);
  const isText = fields !== null && Object.values(fields).every((value) => typeof value === 'string');
  return isText ? (fields as Tags) : null;
}
