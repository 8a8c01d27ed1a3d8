/** The bws store: the secrets of a project of Bitwarden Secrets Manager, by their keys (providers-local 20, 25.20). */
import { bws } from '#schemas/providers/bws.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { jsonIn } from '../values/json.js';
import { SecretValue } from '../values/secret-value.js';
import { type EntryRequests, entryStore } from './bases/entry-store.js';
import { objectIn } from './bases/http-reply.js';
import { SecretsManagerProgram } from './bws/secrets-manager-program.js';
import type { Answer, Call, Listed, ProviderPorts, Store } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = bws;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Project(uri, ports));
}

const CLOUD = 'vault.bitwarden.com';

class Project implements EntryRequests {
  readonly noun = 'secret';
  readonly #id: string;
  readonly #server: string;
  readonly #program: SecretsManagerProgram;

  constructor({ authority, userinfo }: StoreUri, ports: ProviderPorts) {
    this.#id = authority.toLowerCase();
    this.#server = `https://${(userinfo?.user || CLOUD).toLowerCase()}`;
    this.#program = new SecretsManagerProgram(this.#server, ports);
  }

  container(): string {
    return `bws ${this.#server} ${this.#id}`;
  }

  target(name: string): string {
    return `project=${this.#id} secret=${name}`;
  }

  /** One listing for all, with the values. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const secrets = await this.#secrets(call);
    return entries.map(({ name }) => ('failure' in secrets ? secrets : answerOf(secrets, name)));
  }

  async list(call: Call): Promise<readonly Listed[] | Failed> {
    const secrets = await this.#secrets(call);
    return 'failure' in secrets ? secrets : Array.from(secrets.keys(), (name) => ({ name, at: null }));
  }

  /** The values by key. Keys can be repeated. */
  async #secrets(call: Call): Promise<Secrets | Failed> {
    const listing = await this.#program.secrets(this.#id, call);
    if ('failure' in listing) return listing;
    const list = jsonIn(listing);
    const known = new Map<string, unknown[]>();
    for (const one of Array.isArray(list) ? list : [null]) {
      const { key, value } = objectIn(one) ?? {};
      if (typeof key !== 'string') return MALFORMED;
      known.set(key, [...(known.get(key) ?? []), value]);
    }
    return known;
  }
}

type Secrets = ReadonlyMap<string, readonly unknown[]>;

/** One of several would be a guess, and another program may guess differently. */
function answerOf(secrets: Secrets, name: string): Answer {
  const values = secrets.get(name);
  if (values === undefined) return { kind: 'absent' };
  const [value, ...others] = values;
  if (others.length === 0)
    return typeof value === 'string' ? { kind: 'found', value: SecretValue.fromText(value) } : MALFORMED;
  const detail = `the project has ${others.length + 1} secrets with the key \`${cleaned(name)}\``;
  return failed('failed', detail, 'rename all but one of them in the web vault of Secrets Manager');
}

const MALFORMED = failed(
  'malformed',
  '`bws secret list` printed something that is not a list of secrets',
  'try again; if it stays so, update `bws`',
);
