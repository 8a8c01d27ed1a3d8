/** Opens a store whose scheme no built-in provider has: its external provider is started when an operation needs it. */
import type { Abilities } from '#schemas/providers/descriptor.js';
import { KEEPS_ALL } from '#schemas/providers/descriptor.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { ProviderPorts, Store } from '../provider.js';
import { ExternalStore } from './external-store.js';

/** What it can really do, only the provider tells: its store refuses the rest. */
export const EXTERNAL: Abilities = {
  coordinates: { field: 'optional', vault: 'optional', section: 'optional', version: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export function openExternal({ scheme, written }: StoreUri, ports: ProviderPorts): Store {
  return new ExternalStore(scheme, addressed(scheme, written), ports);
}

/** The address as the provider gets it: with its scheme in lower case, and never as a bare name. */
function addressed(scheme: string, written: string): string {
  const rest = written.slice(scheme.length);
  return rest.startsWith(':') ? `${scheme}${rest}` : `${scheme}://`;
}
