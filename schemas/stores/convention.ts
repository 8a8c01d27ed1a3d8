/** Where an entry without coordinates is, in the terms of its store: shown to people, never passed to a store. */
import { descriptorOf } from '../providers/index.js';
import { entryIn } from './entry-behind.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';

const PARTS = ['project', 'profile', 'key'] as const;

/**
 * The name that the store gives it: `tool2--shop--production--DB_URL`, a pattern filled in, a pointer, or the key alone. A name that
 * stands for many is left as the placeholder that it is. Null is a store that is not known yet.
 */
export function conventionText(uri: StoreUri | null, names: PlaceholderValues): string {
  const descriptor = uri === null ? null : descriptorOf(uri.scheme);
  if (uri === null || descriptor === null) return `${names.project}/${names.profile}/${names.key}`;
  const entry = PARTS.some((part) => names[part] === `{${part}}`)
    ? null
    : entryIn(uri, { kind: 'convention', ...names }, names);
  if (entry !== null) return entry.name;
  const spelled = (part: keyof PlaceholderValues) =>
    names[part] === `{${part}}` ? names[part] : (descriptor.spelledPart?.(names[part], part) ?? names[part]);
  const parts = { project: spelled('project'), profile: spelled('profile'), key: spelled('key') };
  return descriptor.conventionName(parts, uri);
}
