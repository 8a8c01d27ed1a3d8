/** The gcsm store: secrets of a project of Google Cloud (providers-cloud 3.3). */
import { gcsm } from '#schemas/providers/gcsm.js';
import type { Entry, Unfit } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { endpointOf } from './bases/endpoint.js';
import { type EntryRequests, type EntryWrite, eachEntry, entryStore, oneAtATime } from './bases/entry-store.js';
import { presentOr } from './bases/present-value.js';
import { sizeProblem } from './bases/value-size.js';
import { unfitFailure } from './entry-names.js';
import { SecretManager } from './gcsm/secret-manager.js';
import type { Call, ProviderPorts, Refused, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = gcsm;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf(descriptor, uri, ports.environment);
  return typeof origin === 'string' ? entryStore(descriptor, uri, ports, new Secrets(uri, origin, ports)) : origin;
}

class Secrets implements EntryRequests {
  readonly noun = 'secret';
  readonly #project: string;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #api: SecretManager;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#context = ports.context;
    this.#project = uri.authority;
    this.#origin = origin;
    this.#api = new SecretManager(uri.authority, origin, ports);
  }

  container(): string {
    return `gcsm ${this.#origin} ${this.#project}`;
  }

  target(name: string): string {
    return `project=${this.#project} item=${name}, as a new version`;
  }

  read(entries: readonly Entry[], call: Call) {
    return eachEntry(
      this.#api.http,
      entries,
      ({ name, version }) => this.#api.access(name, version ?? LATEST, call),
      call,
    );
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    return sizeProblem(value.reveal().length, MOST_BYTES, 'Secret Manager');
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, call));
  }

  /** With all versions, for ever. */
  remove(entries: readonly Entry[], call: Call) {
    return eachEntry<RemoveAnswer>(this.#api.http, entries, async ({ name }) => {
      const removed = await this.#api.remove(name, call);
      return removed === 'removed' ? { kind: 'removed' } : removed;
    });
  }

  /** The secrets of this project and profile; a project of Google has many others. */
  async list(call: Call) {
    const unfit = this.#unfit('ANY');
    if (unfit !== null) return unfitFailure(unfit);
    const start = descriptor.conventionName({ ...this.#context, key: '' });
    const names = await this.#api.names(start, call);
    if ('failure' in names) return names;
    const keys = names.map((name) => name.slice(start.length)).filter((key) => this.#unfit(key) === null);
    return keys.map((name) => ({ name, at: null, native: { item: start + name } }));
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  /** A secret is created before its first version; with the right to add versions alone, an existing one gets another. */
  async #write({ entry: { name }, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const created = await this.#api.create(name, call);
    if (typeof created !== 'string' && created.kind === 'failed') return created;
    if (onlyIfAbsent === true && created !== 'created') {
      const there = await this.#api.access(name, LATEST, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const added = await this.#api.add(name, value, call);
    if (typeof added === 'number')
      return onlyIfAbsent === true && added > 1 ? this.#giveWay(name, added, call) : { kind: 'written' };
    const isUnknown = added.kind === 'absent' || added.failure.kind === 'denied';
    if (typeof created !== 'string' && isUnknown) return created.why;
    return added.kind === 'absent' ? REMOVED : added;
  }

  /**
   * Another writer has added the first version since we looked, and its value is the one for all, also if the newest version is that of
   * a third writer, which gives way as we do. Ours must not stay the newest, and cannot be taken back: a version that is destroyed is
   * still the newest.
   */
  async #giveWay(name: string, ours: number, call: Call): Promise<WriteAnswer> {
    const first = await this.#api.access(name, '1', call);
    if (first.kind !== 'found') return presentOr(first);
    const latest = await this.#api.access(name, LATEST, call);
    if (latest.kind === 'found' && latest.number > ours) return presentOr(first);
    const added = await this.#api.add(name, first.value, call);
    if (typeof added === 'number') return presentOr(first);
    return added.kind === 'absent' ? REMOVED : added;
  }

  #unfit(key: string): Unfit | null {
    const entry = descriptor.entry({ kind: 'convention', ...this.#context, key });
    return entry.kind === 'unfit' ? entry : null;
  }
}

const LATEST = 'latest';
const MOST_BYTES = 65_536;
const REMOVED = failed('conflict', 'the secret was deleted while its value was being stored', 'try again');
