/** Whose the entries of caches are, and where their values are from. */

import { descriptorOf } from '#schemas/providers/index.js';
import { addressKey } from '#schemas/addresses/address.js';
import { parseStoreUri, renderStoreUri } from '#schemas/addresses/store-uri.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import type { EntryIdentity } from './cache-entry.js';

/** The identities of the entries of these steps, by secret; steps without a cache have none. */
export async function entryIdentities(
  linked: LinkedPlan,
  stores: Stores,
  steps: readonly ReadStep[],
): Promise<ReadonlyMap<string, EntryIdentity>> {
  const cached = steps.filter(({ cache }) => cache !== null);
  if (cached.length === 0) return new Map();
  const { createHash } = await import('node:crypto');
  const { project, profile } = linked;
  const sources = new Sources(linked, stores);
  const entries = cached.map(async (step): Promise<readonly [string, EntryIdentity]> => {
    const links = await Promise.all(step.from.map((reading) => sources.linkOf(reading)));
    const text = JSON.stringify([project, profile, step.secret, links]);
    const fingerprint = `v1-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    return [step.secret, { project, profile, maxAgeSeconds: step.cache?.maxAgeSeconds ?? 0, fingerprint }];
  });
  return new Map(await Promise.all(entries));
}

/**
 * What changes with a link of the chain: the store as spelled and as meant, the address in it, and which entry that is on this
 * machine: variables and files may name its server, its account or its folder. Known without a request. How the value is decoded is
 * not part of it, because entries hold what the store held (semantics 10.2).
 */
class Sources {
  readonly #linked: LinkedPlan;
  readonly #stores: Stores;
  readonly #files = new Map<number, Promise<string>>();

  constructor(linked: LinkedPlan, stores: Stores) {
    this.#linked = linked;
    this.#stores = stores;
  }

  async linkOf(reading: Reading): Promise<readonly string[]> {
    const linked = this.#linked.stores[reading.store];
    if (linked === undefined || linked.kind === 'broken') return ['', '', addressKey(reading.at), ''];
    const parsed = parseStoreUri(linked.uri);
    const meant = parsed.kind === 'uri' ? renderStoreUri(parsed) : '';
    const isFile = descriptorOf(linked.scheme)?.uri.location === 'file';
    const place = isFile ? await this.#fileOf(reading.store) : await this.#placeOf(reading.store, reading.at);
    return [linked.uri, meant, addressKey(reading.at), place];
  }

  /** All entries of a file are in it, whose path is resolved once. */
  #fileOf(store: number): Promise<string> {
    const known = this.#files.get(store) ?? this.#placeOf(store, null);
    this.#files.set(store, known);
    return known;
  }

  /** A store that cannot be opened or identified differs from the one that could be. */
  async #placeOf(store: number, at: Reading['at'] | null): Promise<string> {
    const opened = await this.#stores.open(store);
    if (opened.kind === 'closed') return 'closed';
    const { store: source } = opened;
    try {
      return await (source.whereabouts?.(at) ?? source.identity(at));
    } catch {
      return 'unknown';
    }
  }
}
