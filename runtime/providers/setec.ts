/** The setec store: secrets of a setec server, to which the tailnet tells who asks (providers-cloud 3.15). */
import { setec, setecPrefix } from '#schemas/providers/setec.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { originAt } from './bases/endpoint.js';
import { type EntryRequests, type EntryWrite, eachEntry, entryStore, oneAtATime } from './bases/entry-store.js';
import { presentOr } from './bases/present-value.js';
import { listedAs } from './listed-as.js';
import type { Call, ProviderPorts, Refused, RemoveAnswer, Store, WriteAnswer } from './provider.js';
import { ACTIVE, SetecApi } from './setec/setec-api.js';
import type { Failed } from './store-failure.js';

export const descriptor = setec;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = originAt(uri, uri.query.get('tls') === 'false');
  return typeof origin === 'string' ? entryStore(descriptor, uri, ports, new Secrets(uri, origin, ports)) : origin;
}

class Secrets implements EntryRequests {
  readonly noun = 'secret';
  readonly #uri: StoreUri;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #api: SetecApi;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#uri = uri;
    this.#origin = origin;
    this.#context = ports.context;
    this.#api = new SetecApi(origin, ports);
  }

  container(): string {
    return `setec ${this.#origin}`;
  }

  target(name: string): string {
    return `server=${cleaned(this.#uri.authority)} item=${name}, as its new active version`;
  }

  read(entries: readonly Entry[], call: Call) {
    const answerTo = ({ name, version }: Entry) => this.#api.get(name, Number(version ?? ACTIVE), call);
    return eachEntry(this.#api.http, entries, answerTo, call);
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, call));
  }

  remove(entries: readonly Entry[], call: Call) {
    return eachEntry(this.#api.http, entries, ({ name }) => this.#remove(name, call));
  }

  /** The secrets of this project and profile by key, others below the prefix with a `ref`. */
  async list(call: Call) {
    const names = await this.#api.names(call);
    if ('failure' in names) return names;
    const prefix = setecPrefix(this.#uri);
    return names
      .filter((name) => name.startsWith(prefix))
      .map((name) => {
        const listed = listedAs(name.slice(prefix.length), PATTERN, this.#context);
        return listed.at === null ? { ...listed, native: { item: name } } : { name, at: { item: name } };
      });
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  async #write({ entry: { name }, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
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

/** The pattern of names by convention, below the prefix. */
const PATTERN = 'tool/{project}/{profile}/{key}';
/** The value is stored, and the one before it is still what is read. */
function inactive({ kind, failure }: Failed, version: number): Failed {
  const detail = `version ${version} is stored, but it could not be made the active one: ${failure.detail}`;
  return { kind, failure: { ...failure, detail } };
}
