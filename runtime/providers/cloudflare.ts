/** The cloudflare store: a Secrets Store of Cloudflare, whose values only its services get (providers-cloud 3.11). */
import { cloudflare } from '#schemas/providers/cloudflare.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import { endpointOf } from './bases/endpoint.js';
import { type EntryRequests, type EntryWrite, eachEntry, entryStore, oneAtATime } from './bases/entry-store.js';
import { taken, unreadable } from './bases/write-only.js';
import { type IdsByName, SecretsApi } from './cloudflare/secrets-api.js';
import type { Call, ProviderPorts, Refused, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = cloudflare;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf(descriptor, uri, ports.environment);
  return typeof origin === 'string' ? entryStore(descriptor, uri, ports, new Secrets(uri, origin, ports)) : origin;
}

class Secrets implements EntryRequests {
  readonly #uri: StoreUri;
  readonly #account: string | Failed;
  readonly #scopes: readonly string[];
  readonly #api: SecretsApi;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#uri = uri;
    this.#account = accountOf(uri, ports);
    this.#scopes = [...new Set((uri.query.get('scopes') ?? 'workers').split(','))];
    this.#api = new SecretsApi(uri, this.#account, origin, ports);
  }

  container(): string {
    return `cloudflare ${this.#uri.authority}`;
  }

  target(name: string): string {
    return `store=${this.#uri.authority} secret=${name} scopes=${this.#scopes.join(',')}`;
  }

  async read(entries: readonly Entry[]) {
    return unreadable(entries, PRODUCT);
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null) return failed('not-text', 'Cloudflare can hold only UTF-8 text');
    const bytes = Buffer.byteLength(text);
    if (bytes > 0 && bytes <= MOST_BYTES) return null;
    const detail = `Cloudflare holds values of 1 to 65,536 bytes, and this one has ${bytes.toLocaleString('en-US')}`;
    return failed('unsupported', detail);
  }

  /** What may be replaced is listed once. */
  async write(wanted: readonly EntryWrite[], call: Call) {
    const replacing = wanted.filter(({ onlyIfAbsent }) => onlyIfAbsent !== true).map(({ entry }) => entry);
    const ids = await this.#ids(replacing, call);
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, ids, call));
  }

  async remove(entries: readonly Entry[], call: Call) {
    const ids = await this.#ids(entries, call);
    return eachEntry<RemoveAnswer>(this.#api.http, entries, async ({ name }) => {
      if ('failure' in ids) return ids;
      const id = onlyOne(ids, name);
      if (id === null) return { kind: 'absent' };
      return typeof id === 'string' ? this.#api.remove(id, call) : id;
    });
  }

  async list(call: Call) {
    const ids = await this.#api.idsOf(null, call);
    return 'failure' in ids ? ids : Array.from(ids.keys(), (name) => ({ name, at: null }));
  }

  refusal(): Failed | null {
    return typeof this.#account === 'string' ? null : this.#account;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  async #write({ entry, value, onlyIfAbsent }: EntryWrite, ids: IdsByName | Failed, call: Call): Promise<WriteAnswer> {
    const secret = { name: entry.name, value: value.revealText() ?? '', scopes: this.#scopes };
    if (onlyIfAbsent === true) {
      const created = await this.#api.create(secret, call);
      return created.kind === 'taken' ? taken(PRODUCT) : created;
    }
    if ('failure' in ids) return ids;
    const id = onlyOne(ids, secret.name);
    if (id !== null) return typeof id === 'string' ? this.#api.update(id, secret, call) : id;
    const created = await this.#api.create(secret, call);
    return created.kind === 'taken' ? this.#replace(secret, call) : created;
  }

  /** Another writer was first, and this one is the last, as if it had come later. */
  async #replace(secret: Parameters<SecretsApi['create']>[0], call: Call): Promise<WriteAnswer> {
    const ids = await this.#api.idsOf(secret.name, call);
    if ('failure' in ids) return ids;
    const id = onlyOne(ids, secret.name);
    if (id === null) return failed('conflict', 'another writer stored the secret and removed it again', 'try again');
    return typeof id === 'string' ? this.#api.update(id, secret, call) : id;
  }

  /** What the store has under these names, at least: of one name a search tells, of several the whole list. */
  async #ids(entries: readonly Entry[], call: Call): Promise<IdsByName | Failed> {
    const [name, ...others] = new Set(entries.map((entry) => entry.name));
    if (name === undefined) return new Map();
    return this.#api.idsOf(others.length === 0 ? name : null, call);
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

/** The id of the secret; null: there is none. */
function onlyOne(ids: IdsByName, name: string): string | Failed | null {
  const [id, ...others] = ids.get(name) ?? [];
  if (others.length === 0) return id ?? null;
  return failed(
    'failed',
    `the store has ${others.length + 1} secrets \`${cleaned(name)}\``,
    'remove all but one of them',
  );
}
