/** Where an entry without coordinates is, in the terms of its store: shown to people, never passed to a store. */
import { descriptorOf } from '../providers/index.js';
import type { PlaceholderValues } from './placeholders.js';
import { parseStoreUri } from './store-uri.js';

/**
 * The name that the store gives it: `tool2--shop--production--DB_URL`, a pattern filled in, a pointer, or the key alone. A name that
 * stands for many is left as the placeholder that it is. Null is a store that is not known yet.
 */
export function conventionText(spec: string | null, names: PlaceholderValues): string {
  const uri = spec === null ? null : parseStoreUri(spec);
  const descriptor = uri?.kind === 'uri' ? descriptorOf(uri.scheme) : null;
  if (uri?.kind !== 'uri' || descriptor === null) return `${names.project}/${names.profile}/${names.key}`;
  const spelled = (part: keyof PlaceholderValues) =>
    names[part] === `{${part}}` ? names[part] : (descriptor.spelledPart?.(names[part], part) ?? names[part]);
  const parts = { project: spelled('project'), profile: spelled('profile'), key: spelled('key') };
  return descriptor.conventionName(parts, uri);
}
