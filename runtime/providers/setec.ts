/** The setec store: secrets of a setec server, to which the tailnet tells who asks (providers-cloud 3.15). */
import { setec, setecPrefix } from '#schemas/providers/setec.js';
import type { At } from '#schemas/stores/address.js';
import type { Entry } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { originAt } from './bases/endpoint.js';
import { presentOr } from './bases/present-value.js';
import { EntryNames } from './entry-names.js';
import { listedAs } from './listed-as.js';
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
import { ACTIVE, SetecApi } from './setec/setec-api.js';
import type { Failed } from './store-failure.js';

export const descriptor = setec;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = originAt(uri, uri.query.get('tls') === 'false');
  return typeof origin === 'string' ? new SetecStore(uri, origin, ports) : origin;
}

class SetecStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #uri: StoreUri;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #api: SetecApi;
  readonly #entries: EntryNames;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.shown = renderStoreUri(uri);
    this.#uri = uri;
    this.#origin = origin;
    this.#context = ports.context;
    this.#api = new SetecApi(origin, ports);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.http.each<Answer>(requests, async (at) => {
      const entry = this.#entries.of(at);
      return entry.kind === 'failed' ? entry : this.#api.get(entry.name, Number(entry.version ?? ACTIVE), call);
    });
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const work = async (wanted: WriteEntry) => {
      const entry = this.#entries.toChange(wanted.at, 'write');
      return entry.kind === 'failed' ? entry : this.#write(entry, wanted, call);
    };
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(entries, work, 1);
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      const entry = this.#entries.toChange(at, 'remove');
      return entry.kind === 'failed' ? entry : this.#remove(entry.name, call);
    });
  }

  /** The secrets of this project and profile by key, others below the prefix with a `ref`. */
  async list(call: Call): Promise<ListAnswer> {
    const names = await this.#api.names(call);
    if ('failure' in names) return names;
    const prefix = setecPrefix(this.#uri);
    const below = names.filter((name) => name.startsWith(prefix));
    const entries = below.map((name) => {
      const listed = listedAs(name.slice(prefix.length), PATTERN, this.#context);
      return listed.at === null ? { ...listed, native: { item: name } } : { name, at: { item: name } };
    });
    return { kind: 'listed', entries };
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    return this.#entries.refusal(at, action);
  }

  async absence(at: At): Promise<string> {
    const secret = `secret ${this.#entries.shown(at)}`;
    const version = at.kind === 'native' ? at.version : undefined;
    return version === undefined ? `setec: no ${secret}` : `setec: no version ${cleaned(version)} of ${secret}`;
  }

  async target(at: At): Promise<string> {
    return `server=${cleaned(this.#uri.authority)} item=${this.#entries.shown(at)}, as its new active version`;
  }

  async identity(at: At | null): Promise<string> {
    const server = `setec ${this.#origin}`;
    return at === null ? server : `${server}\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  async #write({ name }: Entry, { value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    if (onlyIfAbsent === true) {
      const there = await this.#api.get(name, ACTIVE, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const version = await this.#api.put(name, value, call);
    if (typeof version !== 'number') return version;
    if (onlyIfAbsent !== true) {
      const refusal = await this.#api.activate(name, version, call);
      return refusal === null ? { kind: 'written' } : inactive(refusal, version);
    }
    // The first version is active at once. Another one means that another writer was first: ours stays inactive.
    return version === 1 ? { kind: 'written' } : presentOr(await this.#api.get(name, ACTIVE, call));
  }

  /** A removal answers the same whether there was something; without the right to ask, it counts as removed. */
  async #remove(name: string, call: Call): Promise<RemoveAnswer> {
    const isThere = await this.#api.isThere(name, call);
    if (isThere === false) return { kind: 'absent' };
    if (isThere !== true && isThere.failure.kind !== 'denied') return isThere;
    return (await this.#api.remove(name, call)) ?? { kind: 'removed' };
  }
}

/** Of names by convention, below the prefix. */
const PATTERN = 'tool/{project}/{profile}/{key}';
/** The value is stored, and the one before it is still what is read. */
function inactive({ kind, failure }: Failed, version: number): Failed {
  const detail = `version ${version} is stored, but it could not be made the active one: ${failure.detail}`;
  return { kind, failure: { ...failure, detail } };
}
