/** The setec store: secrets of a setec server, to which the tailnet tells who asks (providers-cloud 3.15). */
import { withoutSlashes } from '#schemas/providers/option-text.js';
import { setec } from '#schemas/providers/setec.js';
import type { At } from '#schemas/stores/address.js';
import { fillPlaceholders } from '#schemas/stores/placeholders.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { originAt } from './bases/endpoint.js';
import { presentOr } from './bases/present-value.js';
import { conventionParts, unfitName, unfitPart, unfitVersion } from './entry-name.js';
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
import { type Failed, failed, sentenceOf } from './store-failure.js';

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
  /** What all names by convention and all names of a list begin with. */
  readonly #prefix: string;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    const prefix = withoutSlashes(uri.query.get('prefix') ?? '');
    this.shown = renderStoreUri(uri);
    this.#uri = uri;
    this.#origin = origin;
    this.#context = ports.context;
    this.#api = new SetecApi(origin, ports);
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.http.each<Answer>(requests, async (at) => {
      return this.#problem(at) ?? this.#api.get(this.#nameOf(at), Number(versionOf(at) ?? ACTIVE), call);
    });
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const work = async (entry: WriteEntry) => this.#problem(entry.at, 'write') ?? this.#write(entry, call);
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(entries, work, 1);
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      return this.#problem(at, 'remove') ?? this.#remove(this.#nameOf(at), call);
    });
  }

  /** The secrets of this project and profile by key, others below the prefix with a `ref`. */
  async list(call: Call): Promise<ListAnswer> {
    const names = await this.#api.names(call);
    if ('failure' in names) return names;
    const below = names.filter((name) => name.startsWith(this.#prefix));
    const entries = below.map((name) => {
      const listed = listedAs(name.slice(this.#prefix.length), PATTERN, this.#context);
      return listed.at === null ? { ...listed, native: { item: name } } : { name, at: { item: name } };
    });
    return { kind: 'listed', entries };
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    const problem = this.#problem(at, action);
    return problem === null ? null : sentenceOf(problem);
  }

  async absence(at: At): Promise<string> {
    const secret = `secret ${cleaned(this.#nameOf(at))}`;
    const version = versionOf(at);
    return version === null ? `setec: no ${secret}` : `setec: no version ${cleaned(version)} of ${secret}`;
  }

  async target(at: At): Promise<string> {
    return `server=${cleaned(this.#uri.authority)} item=${cleaned(this.#nameOf(at))}, as its new active version`;
  }

  async identity(at: At | null): Promise<string> {
    const server = `setec ${this.#origin}`;
    return at === null ? server : `${server}\n${JSON.stringify([this.#nameOf(at), versionOf(at)])}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  async #write({ at, value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    const name = this.#nameOf(at);
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

  #nameOf(at: At): string {
    return at.kind === 'convention' ? this.#prefix + fillPlaceholders(PATTERN, at) : at.item;
  }

  /** What the compiler cannot check: names by convention, items of templates, versions. */
  #problem(at: At, action: 'read' | 'write' | 'remove' = 'read'): Failed | null {
    const name = this.#nameOf(at);
    const unfit = unfitPart(conventionParts(at), /^[^/]+$/, 'a name');
    const problem = unfit ?? unfitName(at, name, descriptor.refusesItem(name));
    if (problem !== null) return problem;
    const version = versionOf(at);
    if (version === null) return null;
    if (!/^[1-9]\d*$/.test(version) || Number(version) > LATEST)
      return unfitVersion(version, 'write a number such as `3`, or leave out `version` to get the active one');
    if (action === 'read') return null;
    const help = action === 'write' ? 'to write a new one' : 'to remove the secret with all its versions';
    return failed('unsupported', 'a version of a secret is read-only', `leave out \`version\` ${help}`);
  }
}

/** Of names by convention, below the prefix. */
const PATTERN = 'tool/{project}/{profile}/{key}';
/** Versions are 32-bit numbers. */
const LATEST = 4_294_967_295;

function versionOf(at: At): string | null {
  return at.kind === 'native' ? (at.version ?? null) : null;
}

/** The value is stored, and the one before it is still what is read. */
function inactive({ kind, failure }: Failed, version: number): Failed {
  const detail = `version ${version} is stored, but it could not be made the active one: ${failure.detail}`;
  return { kind, failure: { ...failure, detail } };
}
