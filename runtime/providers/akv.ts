/** The akv store: secrets of a vault of Azure Key Vault (providers-cloud 3.4). */
import { akv, vaultHost } from '#schemas/providers/akv.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { VaultApi } from './akv/vault-api.js';
import { Entra } from './azure/entra.js';
import { endpointOf } from './bases/endpoint.js';
import { type EntryRequests, type EntryWrite, eachEntry, entryStore, oneAtATime } from './bases/entry-store.js';
import { presentOr } from './bases/present-value.js';
import type { Call, ProviderPorts, Refused, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = akv;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf(descriptor, uri, ports.environment);
  return typeof origin === 'string' ? entryStore(descriptor, uri, ports, new Secrets(uri, origin, ports)) : origin;
}

class Secrets implements EntryRequests {
  readonly noun = 'secret';
  readonly #host: string;
  readonly #origin: string;
  readonly #entra: Entra;
  readonly #api: VaultApi;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#host = vaultHost(uri);
    this.#origin = origin;
    this.#entra = new Entra(uri.query.get('auth') ?? 'env', ports);
    this.#api = new VaultApi(this.#host, origin, this.#entra, ports);
  }

  container(): string {
    return `akv ${this.#host} ${this.#origin}`;
  }

  target(name: string): string {
    return `vault=${this.#host} item=${name}`;
  }

  read(entries: readonly Entry[], call: Call) {
    return eachEntry(this.#api.http, entries, ({ name, version }) => this.#api.get(name, version ?? null, call), call);
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null) return NOT_TEXT;
    return Buffer.byteLength(text) > MOST_BYTES ? TOO_LONG : null;
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, call));
  }

  close() {
    return Promise.all([this.#api.http.close(), this.#entra.close()]);
  }

  /** A vault has no conditional write: where only a gap may be filled, the latest version afterwards is the value for all. */
  async #write({ entry: { name }, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    if (onlyIfAbsent === true) {
      const there = await this.#api.get(name, null, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const version = await this.#api.put(name, value.revealText() ?? '', call);
    if (typeof version !== 'string') return version;
    if (onlyIfAbsent !== true) return { kind: 'written' };
    const latest = await this.#api.get(name, null, call);
    return latest.kind === 'found' && latest.version !== version ? presentOr(latest) : { kind: 'written' };
  }
}

const NOT_TEXT = failed('not-text', 'Azure Key Vault can hold only UTF-8 text');
const MOST_BYTES = 25 * 1024;
const TOO_LONG = failed('unsupported', `Azure Key Vault holds values of up to ${MOST_BYTES} bytes`);
