/** How a value gets into a store that this tool can only read. */
import { descriptorOf } from '../providers/index.js';
import { parseStoreUri } from './store-uri.js';

/** An instruction that names the item; null where `tool` itself can write the store, or nothing is known of it. */
export function howToSupply(spec: string, item: string): string | null {
  const uri = parseStoreUri(spec);
  const descriptor = uri.kind === 'uri' ? descriptorOf(uri.scheme) : null;
  if (uri.kind !== 'uri' || descriptor === null || descriptor.abilities(uri).write !== 'no') return null;
  return descriptor.howToSupply?.(item) ?? `add it with the tools of ${descriptor.title}; this tool can only read it`;
}
