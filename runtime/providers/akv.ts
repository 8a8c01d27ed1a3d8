/** The akv store: secrets of a vault of Azure Key Vault (providers-cloud 3.4). */
import { akv, vaultHost } from '#schemas/providers/akv.js';
import type { At } from '#schemas/stores/address.js';
import type { Entry } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { VaultApi } from './akv/vault-api.js';
import { Entra } from './azure/entra.js';
import { endpointOf } from './bases/endpoint.js';
import { presentOr } from './bases/present-value.js';
import { EntryNames } from './entry-names.js';
import type { Answer, Call, ProviderPorts, Refused, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = akv;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf('akv', `https://${vaultHost(uri)}`, ports.environment);
  return typeof origin === 'string' ? new KeyVaultStore(uri, origin, ports) : origin;
}

class KeyVaultStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #host: string;
  readonly #origin: string;
  readonly #entries: EntryNames;
  readonly #entra: Entra;
  readonly #api: VaultApi;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.shown = renderStoreUri(uri);
    this.#host = vaultHost(uri);
    this.#origin = origin;
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#entra = new Entra(uri.query.get('auth') ?? 'env', ports);
    this.#api = new VaultApi(this.#host, origin, this.#entra, ports);
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.http.each<Answer>(requests, async (at) => {
      const entry = this.#entries.of(at);
      return entry.kind === 'failed' ? entry : this.#api.get(entry.name, entry.version ?? null, call);
    });
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(
      entries,
      async (wanted) => {
        const entry = this.#entries.of(wanted.at);
        return entry.kind === 'failed' ? entry : this.#write(entry, wanted, call);
      },
      1,
    );
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    const secret = `secret ${this.#entries.shown(at)}`;
    const version = at.kind === 'native' ? at.version : undefined;
    return version === undefined ? `akv: no ${secret}` : `akv: no version ${cleaned(version)} of ${secret}`;
  }

  async target(at: At): Promise<string> {
    return `vault=${this.#host} item=${this.#entries.shown(at)}`;
  }

  async identity(at: At | null): Promise<string> {
    const vault = `akv ${this.#host} ${this.#origin}`;
    return at === null ? vault : `${vault}\n${this.#entries.keyOf(at)}`;
  }

  async close(): Promise<void> {
    await Promise.all([this.#api.http.close(), this.#entra.close()]);
  }

  /** A vault has no conditional write: where only a gap may be filled, the latest version afterwards is the value for all. */
  async #write({ name }: Entry, { value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer | Failed> {
    const text = value.revealText();
    if (text === null) return NOT_TEXT;
    if (Buffer.byteLength(text) > MOST_BYTES) return TOO_LONG;
    if (onlyIfAbsent === true) {
      const there = await this.#api.get(name, null, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const version = await this.#api.put(name, text, call);
    if (typeof version !== 'string') return version;
    if (onlyIfAbsent !== true) return { kind: 'written' };
    const latest = await this.#api.get(name, null, call);
    return latest.kind === 'found' && latest.version !== version ? presentOr(latest) : { kind: 'written' };
  }
}

const NOT_TEXT = failed('not-text', 'Azure Key Vault can hold only UTF-8 text');
const MOST_BYTES = 25 * 1024;
const TOO_LONG = failed('unsupported', `Azure Key Vault holds values of up to ${MOST_BYTES} bytes`);
