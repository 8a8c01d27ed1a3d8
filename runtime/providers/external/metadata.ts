/** What an external provider tells of itself when it is started: it must be whole, and stay the same (semantics 16). */
import type { JsonObject } from '../../json-rpc/json-text.js';
import type { Abilities } from '#schemas/providers/descriptor.js';
import { type initialized, type ProviderMethod, providerMethods } from './provider-methods.js';
import type { Shaped } from '../../json-rpc/shape.js';

export interface Metadata {
  readonly name: string;
  readonly displayUri: string;
  /** Besides `item`. */
  readonly coordinates: readonly string[];
  readonly keeps: Abilities['keeps'];
  readonly storageIdentity: string;
  readonly entryContainerIdentity: string;
  readonly physicalStorePath: string | null;
  readonly methods: ReadonlySet<ProviderMethod>;
  /** All of it: equal for the same store. */
  readonly text: string;
  /** What is wrong with its methods, after "the external provider"; null: nothing. */
  readonly fault: string | null;
}

interface Described {
  /** Of the shape of `initialized`. */
  readonly application: JsonObject;
  has(method: string): boolean;
}

export function metadataOf(connection: Described): Metadata {
  const { provider } = connection.application as unknown as Shaped<typeof initialized>;
  const names = Object.keys(providerMethods) as ProviderMethod[];
  const methods = new Set(names.filter((method) => connection.has(method)));
  return {
    name: provider.name,
    displayUri: provider.display_uri,
    coordinates: provider.supported_coordinates,
    keeps: {
      generated: provider.generated_value_persistence === 'persist',
      prompted: provider.prompted_value_persistence === 'persist',
    },
    storageIdentity: provider.storage_identity,
    entryContainerIdentity: provider.entry_container_identity,
    physicalStorePath: provider.physical_store_path,
    methods,
    text: JSON.stringify([
      provider.name,
      provider.display_uri,
      [...provider.supported_coordinates].sort(),
      provider.generated_value_persistence,
      provider.prompted_value_persistence,
      provider.storage_identity,
      provider.entry_container_identity,
      provider.physical_store_path,
      [...methods],
    ]),
    fault: methodFault(methods),
  };
}

function methodFault(methods: ReadonlySet<ProviderMethod>): string | null {
  if (!methods.has('provider.resolve_address')) return 'does not offer `provider.resolve_address`';
  const essential = ['provider.get', 'provider.exists', 'provider.set'] as const;
  if (!essential.some((method) => methods.has(method)))
    return 'offers neither `provider.get` nor `provider.exists` nor `provider.set`';
  const lacking = NEEDS.find(([method, needed]) => methods.has(method) && !methods.has(needed));
  return lacking === undefined ? null : `offers \`${lacking[0]}\` without \`${lacking[1]}\``;
}

const NEEDS = [
  ['provider.get_many', 'provider.get'],
  ['provider.set_expiring', 'provider.set'],
] as const;
