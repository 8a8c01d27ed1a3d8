/** The cloudflare store: a Secrets Store of Cloudflare, whose values only its services get (providers-cloud 3.11). */
import { cloudflare } from '#schemas/providers/cloudflare.js';
import type { At } from '#schemas/stores/address.js';
import { flatName } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import { endpointOf } from './bases/endpoint.js';
import { taken, unreadable } from './bases/write-only.js';
import { type Held, SecretsApi } from './cloudflare/secrets-api.js';
import { EntryNames } from './entry-names.js';
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
import { type Failed, failed, sentenceOf } from './store-failure.js';

export const descriptor = cloudflare;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf('cloudflare', 'https://api.cloudflare.com', ports.environment);
  return typeof origin === 'string' ? new CloudflareStore(uri, origin, ports) : origin;
}

class CloudflareStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #uri: StoreUri;
  readonly #account: string | Failed;
  readonly #scopes: readonly string[];
  readonly #api: SecretsApi;
  readonly #entries: EntryNames;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.shown = renderStoreUri(uri);
    this.#uri = uri;
    this.#account = accountOf(uri, ports);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#scopes = [...new Set((uri.query.get('scopes') ?? 'workers').split(','))];
    this.#api = new SecretsApi(uri, this.#account, origin, ports);
  }

  async read(requests: readonly At[]): Promise<readonly Answer[]> {
    return unreadable(requests, (at) => this.#entries.problem(at), PRODUCT);
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. What may be replaced is listed once. */
  async write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const replacing = entries.filter((entry) => entry.onlyIfAbsent !== true && this.#problem(entry) === null);
    const held = await this.#held(
      replacing.map(({ at }) => at),
      call,
    );
    const work = async (entry: WriteEntry) => this.#problem(entry) ?? this.#write(entry, held, call);
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(entries, work, 1);
  }

  async remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const fit = entries.filter((at) => this.#entries.problem(at) === null);
    const held = await this.#held(fit, call);
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      const problem = this.#entries.problem(at);
      if (problem !== null) return problem;
      if ('failure' in held) return held;
      const id = onlyOne(held, flatName(at));
      if (id === null) return { kind: 'absent' };
      return typeof id === 'string' ? this.#api.remove(id, call) : id;
    });
  }

  async list(call: Call): Promise<ListAnswer> {
    const held = await this.#api.held(null, call);
    if ('failure' in held) return held;
    return { kind: 'listed', entries: Array.from(held.keys(), (name) => ({ name, at: null })) };
  }

  async refusal(at: At): Promise<string | null> {
    const problem = this.#entries.problem(at, 'write') ?? (typeof this.#account === 'string' ? null : this.#account);
    return problem === null ? null : sentenceOf(problem);
  }

  async target(at: At): Promise<string> {
    return `store=${this.#uri.authority} secret=${this.#entries.shown(at)} scopes=${this.#scopes.join(',')}`;
  }

  async identity(at: At | null): Promise<string> {
    const store = `cloudflare ${this.#uri.authority}`;
    return at === null ? store : `${store}\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  #problem({ at, value }: WriteEntry): Failed | null {
    return this.#entries.problem(at, 'write') ?? valueProblem(value.revealText());
  }

  async #write({ at, value, onlyIfAbsent }: WriteEntry, held: Held | Failed, call: Call): Promise<WriteAnswer> {
    const secret = { name: flatName(at), value: value.revealText() ?? '', scopes: this.#scopes };
    if (onlyIfAbsent === true) {
      const created = await this.#api.create(secret, call);
      return created.kind === 'taken' ? taken(PRODUCT) : created;
    }
    if ('failure' in held) return held;
    const id = onlyOne(held, secret.name);
    if (id !== null) return typeof id === 'string' ? this.#api.update(id, secret, call) : id;
    const created = await this.#api.create(secret, call);
    return created.kind === 'taken' ? this.#replace(secret, call) : created;
  }

  /** Another writer was first, and this one is the last, as if it had come later. */
  async #replace(secret: Parameters<SecretsApi['create']>[0], call: Call): Promise<WriteAnswer> {
    const held = await this.#api.held(secret.name, call);
    if ('failure' in held) return held;
    const id = onlyOne(held, secret.name);
    if (id === null) return failed('conflict', 'another writer stored the secret and removed it again', 'try again');
    return typeof id === 'string' ? this.#api.update(id, secret, call) : id;
  }

  /** What the store has under these names, at least: of one name a search tells, of several the whole list. */
  async #held(addresses: readonly At[], call: Call): Promise<Held | Failed> {
    const [name, ...others] = new Set(addresses.map(flatName));
    if (name === undefined) return new Map();
    return this.#api.held(others.length === 0 ? name : null, call);
  }
}

const PRODUCT = 'Cloudflare';
const MOST_BYTES = 65_536;

function accountOf({ query }: StoreUri, { environment }: ProviderPorts): string | Failed {
  const account = query.get('account_id') ?? variableIn(environment, 'CLOUDFLARE_ACCOUNT_ID');
  const help = 'write `?account_id=ID` in the address, or set `CLOUDFLARE_ACCOUNT_ID`';
  if (account === '') return failed('missing-credential', 'the account of the store is not known', help);
  const problem = descriptor.uri.query.account_id.refuses(account);
  return problem === null ? account : failed('unsupported', `\`CLOUDFLARE_ACCOUNT_ID\` ${problem}`, help);
}

function valueProblem(text: string | null): Failed | null {
  if (text === null) return failed('not-text', 'Cloudflare can hold only UTF-8 text');
  const bytes = Buffer.byteLength(text);
  if (bytes > 0 && bytes <= MOST_BYTES) return null;
  const detail = `Cloudflare holds values of 1 to 65,536 bytes, and this one has ${bytes.toLocaleString('en-US')}`;
  return failed('unsupported', detail);
}

/** The id of the secret; null: there is none. */
function onlyOne(held: Held, name: string): string | Failed | null {
  const [id, ...others] = held.get(name) ?? [];
  if (others.length === 0) return id ?? null;
  return failed(
    'failed',
    `the store has ${others.length + 1} secrets \`${cleaned(name)}\``,
    'remove all but one of them',
  );
}
