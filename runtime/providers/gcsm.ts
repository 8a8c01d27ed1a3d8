/** The gcsm store: secrets of a project of Google Cloud (providers-cloud 3.3). */
import { gcsm } from '#schemas/providers/gcsm.js';
import type { At } from '#schemas/stores/address.js';
import type { Entry } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { endpointOf } from './bases/endpoint.js';
import { presentOr } from './bases/present-value.js';
import { sizeProblem } from './bases/value-size.js';
import { EntryNames } from './entry-names.js';
import { SecretManager } from './gcsm/secret-manager.js';
import type {
  Answer,
  Call,
  ListAnswer,
  ProviderPorts,
  Refused,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { failed } from './store-failure.js';

export const descriptor = gcsm;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf('gcsm', 'https://secretmanager.googleapis.com', ports.environment);
  return typeof origin === 'string' ? new GoogleStore(uri, origin, ports) : origin;
}

class GoogleStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #project: string;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #entries: EntryNames;
  readonly #api: SecretManager;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#context = ports.context;
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.shown = renderStoreUri(uri);
    this.#project = uri.authority;
    this.#origin = origin;
    this.#api = new SecretManager(uri.authority, origin, ports);
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.http.each<Answer>(requests, async (at) => {
      const entry = this.#entries.of(at);
      return entry.kind === 'failed' ? entry : this.#api.access(entry.name, versionOf(entry), call);
    });
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(
      entries,
      async (wanted) => {
        const entry = this.#entries.of(wanted.at);
        if (entry.kind === 'failed') return entry;
        const problem = sizeProblem(wanted.value.reveal().length, MOST_BYTES, 'Secret Manager');
        return problem ?? this.#write(entry, wanted, call);
      },
      1,
    );
  }

  /** With all versions, for ever. */
  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      const entry = this.#entries.of(at);
      if (entry.kind === 'failed') return entry;
      const removed = await this.#api.remove(entry.name, call);
      return removed === 'removed' ? { kind: 'removed' } : removed;
    });
  }

  /** The secrets of this project and profile; a project of Google has many others. */
  async list(call: Call): Promise<ListAnswer> {
    const problem = this.#entries.problem({ kind: 'convention', ...this.#context, key: 'ANY' });
    if (problem !== null) return problem;
    const start = descriptor.conventionName({ ...this.#context, key: '' });
    const names = await this.#api.names(start, call);
    if ('failure' in names) return names;
    const keys = names.map((name) => name.slice(start.length)).filter((key) => this.#isOurs(key));
    return { kind: 'listed', entries: keys.map((name) => ({ name, at: null, native: { item: start + name } })) };
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    const secret = `secret ${this.#entries.shown(at)}`;
    const entry = this.#entries.of(at);
    const version = entry.kind === 'failed' ? undefined : entry.version;
    return version === undefined ? `gcsm: no ${secret}` : `gcsm: no version ${cleaned(version)} of ${secret}`;
  }

  async target(at: At): Promise<string> {
    return `project=${this.#project} item=${this.#entries.shown(at)}, as a new version`;
  }

  async identity(at: At | null): Promise<string> {
    const project = `gcsm ${this.#origin} ${this.#project}`;
    return at === null ? project : `${project}\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  /** A secret is created before its first version; with the right to add versions alone, an existing one gets another. */
  async #write({ name }: Entry, { value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
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

  #isOurs(key: string): boolean {
    return this.#entries.problem({ kind: 'convention', ...this.#context, key }) === null;
  }
}

const LATEST = 'latest';
const MOST_BYTES = 65_536;
const REMOVED = failed('conflict', 'the secret was deleted while its value was being stored', 'try again');

function versionOf({ version }: Entry): string {
  return version ?? LATEST;
}
