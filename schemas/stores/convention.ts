/** Where an entry without coordinates is, in the terms of its store: shown to people, never passed to a store. */

import { pointerText } from '../json-pointer.js';
import { descriptorOf } from '../providers/index.js';
import { patternOf } from '../providers/pattern-location.js';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.js';
import { parseStoreUri } from './store-uri.js';

/** Stores without projects and profiles: one entry per key. */
const BY_KEY_ALONE: ReadonlySet<string> = new Set([
  'age',
  'bws',
  'cloudflare',
  'doppler',
  'dotenv',
  'env',
  'fly',
  'null',
  'systemd-credential',
]);

/** `shop/production/DB_URL`, a store's own pattern filled in, a pointer, or the key alone. Null is a store that is not known yet. */
export function conventionText(spec: string | null, names: PlaceholderValues): string {
  const uri = spec === null ? null : parseStoreUri(spec);
  if (uri?.kind === 'uri') {
    if (BY_KEY_ALONE.has(uri.scheme)) return names.key;
    if (uri.scheme === 'ejson') return pointerText([names.project, names.profile, names.key]);
    if (descriptorOf(uri.scheme)?.uri.location === 'template') return fillPlaceholders(patternOf(uri), names);
  }
  return `${names.project}/${names.profile}/${names.key}`;
}
