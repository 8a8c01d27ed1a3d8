/**
 * A Secrets Store of Cloudflare in memory, as its API reference describes it and wrangler uses it: tokens and their permissions, pages, a search for parts of
 * names, the limits of the beta, and deleted secrets that stay in the list for a while.
 */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

interface Secret {
  readonly id: string;
  readonly name: string;
  value: string;
  scopes: readonly string[];
  status: 'pending' | 'active' | 'deleted';
}

const SCOPES = ['workers', 'ai_gateway', 'dex', 'access', 'containers', 'websearch'];
const MOST_BYTES = 65_536;
const STORE = /^\/client\/v4\/accounts\/acct\/secrets_store\/stores\/store\/secrets(?:\/([^/]+))?$/;

export class FakeCloudflare {
  /** By what is in the header. */
  readonly tokens = new Map<string, 'edit' | 'read'>([['Bearer canary-token', 'edit']]);
  /** How many secrets an account may have. */
  most = 100;
  /** Called once before the next secret is created: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  /** `GET /path?query`, in the order in which they came. */
  readonly asked: string[] = [];
  readonly #secrets: Secret[] = [];
  #made = 0;

  /** Stores a secret, as another client would; a second one of a name, too. */
  put(name: string, value: string, status: Secret['status'] = 'active'): void {
    this.#secrets.push({ id: `id-${++this.#made}`, name, value, scopes: ['workers'], status });
  }

  /** What services get. */
  value(name: string): string | null {
    return this.#held(name)?.value ?? null;
  }

  scopes(name: string): readonly string[] {
    return this.#held(name)?.scopes ?? [];
  }

  state(): unknown {
    return this.#secrets;
  }

  answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const { pathname, searchParams } = new URL(path, 'https://api.test');
    this.asked.push(`${method} ${path}`);
    const token = headers['authorization'] ?? `${headers['x-auth-email']} ${headers['x-auth-key']}`;
    const permission = this.tokens.get(token);
    if (permission === undefined) return refused(401, 10000, 'Authentication error');
    const place = STORE.exec(pathname);
    if (place === null) return refused(404, 1001, 'store_not_found');
    if (method === 'GET') return this.#list(searchParams);
    if (permission === 'read') return refused(403, 9109, 'Unauthorized to access requested resource');
    const json = body === '' ? null : JSON.parse(body);
    if (method === 'POST' && place[1] === undefined) return this.#create(json);
    const secret = this.#secrets.find(({ id, status }) => id === place[1] && status !== 'deleted');
    if (secret === undefined) return refused(404, 1002, 'secret_not_found');
    if (method === 'DELETE') secret.status = 'deleted';
    else if (method !== 'PATCH') return refused(405, 7001, 'Method not allowed');
    else {
      const problem = problemOf({ value: secret.value, ...json });
      if (problem !== null) return problem;
      Object.assign(secret, {
        value: json.value ?? secret.value,
        scopes: json.scopes?.length ? json.scopes : secret.scopes,
      });
    }
    return done(shown(secret));
  }

  #held(name: string): Secret | undefined {
    return this.#secrets.find((secret) => secret.name === name && secret.status !== 'deleted');
  }

  #list(asked: URLSearchParams): FakeResponse {
    const search = asked.get('search') ?? '';
    const [page, size] = [Number(asked.get('page') ?? 1), Math.min(Number(asked.get('per_page') ?? 20), 100)];
    const all = this.#secrets.filter(({ name }) => name.includes(search));
    const part = all.slice((page - 1) * size, page * size);
    const info = {
      page,
      per_page: size,
      count: part.length,
      total_count: all.length,
      total_pages: Math.ceil(all.length / size),
    };
    return done(part.map(shown), { result_info: info });
  }

  #create(wanted: unknown): FakeResponse {
    if (!Array.isArray(wanted)) return refused(400, 1000, 'invalid_request_body');
    this.meanwhile?.();
    this.meanwhile = null;
    for (const one of wanted) {
      const problem = one.scopes?.length ? problemOf(one) : refused(400, 1007, 'invalid_scopes');
      if (problem !== null) return problem;
      if (typeof one.name !== 'string' || one.name === '' || /\s/.test(one.name))
        return refused(400, 1003, 'invalid_secret_name');
      if (this.#held(one.name) !== undefined) return refused(409, 1004, 'secret_name_already_exists');
      if (this.#secrets.filter(({ status }) => status !== 'deleted').length >= this.most)
        return refused(400, 1005, 'maximum_secrets_exceeded');
    }
    const made = wanted.map(({ name, value, scopes }): Secret => {
      return { id: `id-${++this.#made}`, name, value, scopes, status: 'pending' };
    });
    this.#secrets.push(...made);
    return done(made.map(shown));
  }
}

interface Sent {
  readonly value?: unknown;
  readonly scopes?: readonly string[];
}

/** What is wrong with a new secret, or with what is sent of one that is there. */
function problemOf({ value, scopes }: Sent): FakeResponse | null {
  if (typeof value !== 'string' || value === '' || Buffer.byteLength(value) > MOST_BYTES)
    return refused(400, 1006, `invalid_secret_value: ${value}`);
  return scopes?.every((scope) => SCOPES.includes(scope)) === false ? refused(400, 1007, 'invalid_scopes') : null;
}

/** Without its value. */
function shown({ id, name, scopes, status }: Secret) {
  return {
    id,
    store_id: 'store',
    name,
    scopes,
    status,
    comment: '',
    created: '2026-11-02T08:00:00Z',
    modified: '2026-11-02T08:00:00Z',
  };
}

function done(result: unknown, more = {}): FakeResponse {
  return { status: 200, body: { success: true, errors: [], messages: [], result, ...more } };
}

function refused(status: number, code: number, message: string): FakeResponse {
  return { status, body: { success: false, errors: [{ code, message }], messages: [], result: null } };
}
