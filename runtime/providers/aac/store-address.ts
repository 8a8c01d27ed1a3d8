/** What an address of App Configuration says: which store, which of its key-values, and for whom tokens are. */
import { storeHost } from '#schemas/providers/aac.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { Tags } from './setting.js';

export interface StoreAddress {
  readonly host: string;
  /** What a token is for. */
  readonly audience: string;
  /** Null: key-values without a label. */
  readonly label: string | null;
  readonly prefix: string;
  readonly tags: Tags;
}

export function storeAddress(uri: StoreUri): StoreAddress {
  const { query, queryPairs } = uri;
  const tags = queryPairs.filter(([name]) => name === 'tag').map(([, tag]) => /^([^=]+)=(.*)$/s.exec(tag) ?? []);
  return {
    host: storeHost(uri),
    audience: (query.get('audience') ?? 'https://appconfig.azure.com').replace(/\/$/, ''),
    label: query.get('label') ?? null,
    prefix: query.get('prefix') ?? '',
    tags: Object.fromEntries(tags.map(([, name = '', value = '']) => [name, value])),
  };
}
