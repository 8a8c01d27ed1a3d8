/** How a value gets into a store that this tool can only read. */
import { descriptorOf } from '../providers/index.js';
import type { At } from '../addresses/address.js';
import { flatName, type ProfileNames } from '../addresses/entry.js';
import { entryIn } from './entry-behind.js';
import { parseStoreUri } from '../addresses/store-uri.js';

/** Of an entry that is named, none of these stores asks for the project and the profile. */
const NO_NAMES: ProfileNames = { project: '', profile: '' };

/** An instruction that says what the store calls the entry; null where `tool` itself can write the store, or nothing is known of it. */
export function howToSupply(spec: string, at: At): string | null {
  const uri = parseStoreUri(spec);
  const descriptor = uri.kind === 'uri' ? descriptorOf(uri.scheme) : null;
  if (uri.kind !== 'uri' || descriptor === null || descriptor.abilities(uri).write !== 'no') return null;
  const name = entryIn(uri, at, at.kind === 'convention' ? at : NO_NAMES)?.name ?? flatName(at);
  return descriptor.howToSupply?.(name) ?? `add it with the tools of ${descriptor.title}; this tool can only read it`;
}
