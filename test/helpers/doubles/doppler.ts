/** A workplace of Doppler in memory, as its API reference describes it: configs, references, visibility, tokens, names it adds. */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

type Visibility = 'masked' | 'restricted';
interface Secret {
  readonly raw: string;
  readonly visibility: Visibility;
}
/** What a token may do: everywhere, or in one config. */
interface Token {
  readonly config: string | null;
  readonly isReadOnly: boolean;
  /** Tokens of services see values of restricted visibility. */
  readonly isOfService: boolean;
}

export class FakeDoppler {
  readonly tokens = new Map<string, Token>([['canary-token', { config: null, isReadOnly: false, isOfService: true }]]);
  /** Called once before the next change: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  /** Branches of a config, which show what it has, by `project/branch`. */
  readonly branchOf = new Map<string, string>();
  /** Whether tokens see how configs inherit. */
  showsConfigs = true;
  readonly #configs = new Map<string, Map<string, Secret>>();

  /** Lays a secret out, as another client would; the config is created with it. */
  put(project: string, config: string, name: string, raw: string, visibility: Visibility = 'masked'): void {
    const key = `${project}/${config}`;
    const secrets = this.#configs.get(key) ?? new Map<string, Secret>();
    this.#configs.set(key, secrets.set(name, { raw, visibility }));
  }

  state(): unknown {
    return [...this.#configs].map(([config, secrets]) => [config, ...secrets]);
  }

  answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const token = this.tokens.get(/^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '');
    if (token === undefined) return refused(401, 'Invalid Auth token');
    const url = new URL(path, 'https://doppler.test');
    const json = body === '' ? {} : JSON.parse(body);
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    // Doppler's own command names them in the address of a write.
    if (method === 'POST' && url.pathname === SECRETS)
      return this.#at(token, json.project ?? asked('project'), json.config ?? asked('config'), (held) => {
        return this.#change(held, token, json.secrets ?? changed(json.change_requests ?? []));
      });
    if (method !== 'GET') return refused(404, 'Not found');
    if (url.pathname === `${SECRETS}/names`)
      return this.#at(token, asked('project'), asked('config'), (held) => {
        const added = asked('include_managed_secrets') === 'false' ? [] : ADDED;
        return { status: 200, body: { names: [...held.keys(), ...added] } };
      });
    if (url.pathname === '/v3/configs/config' && this.showsConfigs) {
      const config = asked('config');
      const root = this.branchOf.get(`${asked('project')}/${config}`);
      return { status: 200, body: { config: { name: config, root: root === undefined, environment: root ?? config } } };
    }
    if (url.pathname !== SECRETS) return refused(404, 'Not found');
    return this.#at(token, asked('project'), asked('config'), (own) => {
      const root = this.branchOf.get(`${asked('project')}/${asked('config')}`);
      const held = new Map([...(this.#configs.get(`${asked('project')}/${root}`) ?? []), ...own]);
      const names = asked('secrets') === '' ? [...held.keys()] : asked('secrets').split(',');
      const known = names.filter((name) => held.has(name));
      return {
        status: 200,
        body: { secrets: Object.fromEntries(known.map((name) => [name, shown(name, held, token)])) },
      };
    });
  }

  #at(token: Token, project: string, config: string, work: (held: Map<string, Secret>) => FakeResponse): FakeResponse {
    if (token.config !== null && token.config !== config)
      return refused(400, `This token does not have access to requested config '${config}'`);
    const held = this.#configs.get(`${project}/${config}`);
    return held === undefined ? refused(404, `Could not find requested config '${config}'`) : work(held);
  }

  #change(held: Map<string, Secret>, token: Token, secrets: Readonly<Record<string, string | null>>): FakeResponse {
    if (token.isReadOnly) return refused(403, 'This token does not have write access to this config');
    this.meanwhile?.();
    this.meanwhile = null;
    if (Object.keys(secrets).some((name) => !/^[A-Z_][A-Z0-9_]*$/.test(name) || ADDED.includes(name)))
      return refused(400, 'Secret names must only contain upper-case letters, numbers, and underscores');
    for (const [name, raw] of Object.entries(secrets)) {
      if (raw === null) held.delete(name);
      else held.set(name, { raw, visibility: held.get(name)?.visibility ?? 'masked' });
    }
    return {
      status: 200,
      body: { secrets: Object.fromEntries([...held].map(([name]) => [name, shown(name, held, token)])), success: true },
    };
  }
}

const SECRETS = '/v3/configs/config/secrets';
const ADDED = ['DOPPLER_CONFIG', 'DOPPLER_ENVIRONMENT', 'DOPPLER_PROJECT'];

/** References to secrets of the config are replaced; one that leads nowhere stays as it is. */
function shown(name: string, held: ReadonlyMap<string, Secret>, { isOfService }: Token): unknown {
  const { raw = '', visibility = 'masked' } = held.get(name) ?? {};
  const isWithheld = visibility === 'restricted' && !isOfService;
  const computed = raw.replace(/\$\{([A-Z0-9_]+)\}/g, (whole, other: string) => held.get(other)?.raw ?? whole);
  return {
    raw: isWithheld ? null : raw,
    computed: isWithheld ? null : computed,
    note: '',
    rawVisibility: visibility,
    computedVisibility: visibility,
  };
}

/** The newer form of a write: one object for each name. */
function changed(requests: readonly { name: string; value: string }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(requests.map(({ name, value }) => [name, value]));
}

function refused(status: number, ...messages: readonly string[]): FakeResponse {
  return { status, body: { messages, success: false } };
}
