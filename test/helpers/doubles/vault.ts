/** Vault's KV engine in memory, as its documentation describes it: mounts, versions, policies, logins, namespaces, a seal. */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

type Fields = Readonly<Record<string, unknown>>;
interface Version {
  readonly fields: Fields | null;
  readonly deletionTime: string;
}
interface StoredEntry {
  versions: Version[];
  deleteVersionAfter: string;
}
type Right = 'create' | 'read' | 'update' | 'delete' | 'list';
/** What a token may do below these paths; `uses`: how often it is taken; `endsAt`: in milliseconds. */
interface Token {
  rights: Readonly<Record<string, readonly Right[]>> | 'all';
  uses: number;
  endsAt?: number;
}
/** An answer that a wrapping token gives once, and the request that made it. */
interface Wrapped {
  readonly madeBy: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

export class FakeVault {
  isSealed = false;
  /** Whether it has the request that gives the type and version of a mount. */
  knowsMountInfo = true;
  /** Whether writes must name the version that they replace. */
  requiresCas = false;
  /** How long a mount keeps versions whose entry says nothing about it; empty: for ever. */
  deleteVersionAfter = '';
  /** Whether this server says `invalid token` besides `permission denied`, as newer ones do. */
  saysInvalidToken = true;
  logins = 0;
  renewals = 0;
  /** Whether tokens of logins can be renewed; the lease that a renewal gives. */
  isRenewable = true;
  renewedLease: number | null = null;
  /** Of tokens that are made by a login. */
  rights: Token['rights'] = 'all';
  lease = 3600;
  uses = 0;
  readonly mounts = new Map<string, 1 | 2>([
    ['secret', 2],
    ['old', 1],
  ]);
  readonly tokens = new Map<string, Token>([['root', { rights: 'all', uses: Number.POSITIVE_INFINITY }]]);
  readonly roles = new Map([['role', 'canary-secret-id']]);
  /** JWTs that a login takes, by mount of the method and role. */
  readonly jwts = new Map<string, string>();
  readonly wrapped = new Map<string, Wrapped>();
  /** Namespaces besides the first; null: as a server without them, which ignores the header. */
  namespaces: readonly string[] | null = null;
  readonly #entries = new Map<string, StoredEntry>();

  /** All entries, to compare. */
  state(): unknown {
    return [...this.#entries];
  }

  /** Called once before the next write: another writer at the same moment. */
  meanwhile: (() => void) | null = null;

  answer(request: FakeRequest): FakeResponse {
    const { method, path, body } = request;
    if (this.isSealed) return refused(503, 'Vault is sealed');
    const [location = '', query = ''] = path.split('?');
    const parts = location.split('/').slice(2).map(decodeURIComponent);
    const json = body === '' ? {} : JSON.parse(body);
    const namespace = request.headers['x-vault-namespace'] ?? '';
    if (namespace !== '' && this.namespaces?.includes(namespace) === false) return refused(404, 'namespace not found');
    if (location === '/v1/sys/wrapping/lookup') return this.#wrapping(json.token);
    if (location === '/v1/sys/wrapping/unwrap') return this.#unwrap(request.headers['x-vault-token'] ?? '');
    if (parts[0] === 'auth' && parts.at(-1) === 'login') return this.#login(parts.slice(1, -1).join('/'), json);
    const token = this.#tokenOf(request);
    if (token === null)
      return refused(403, this.saysInvalidToken ? 'permission denied; invalid token' : 'permission denied');
    if (location === '/v1/auth/token/renew-self') return this.#renew(request, token);
    if (parts[0] === 'sys') return this.#mountInfo(parts.slice(4).join('/'));
    const mount = this.#mountOf(parts);
    const right = query === 'list=true' ? 'list' : rightOf(method);
    if (!allows(token, parts.join('/'), right)) return refused(403, 'permission denied');
    if (mount === null) return refused(404, `no handler for route "${parts.join('/')}". route entry not found.`);
    const below = parts.slice(mount.split('/').length);
    const run = this.mounts.get(mount) === 2 ? this.#versioned : this.#plain;
    return run.call(this, `${namespace}|${mount}`, below, right, json);
  }

  /** Lays an entry out, as another client would. */
  put(mount: string, path: string, fields: Fields, namespace = ''): void {
    const { versions } = this.#entryAt(`${namespace}|${mount}`, path);
    if (this.mounts.get(mount) === 1) versions.length = 0;
    versions.push({ fields, deletionTime: '' });
  }

  /** Deletes the newest version, which stays in the history. */
  softDelete(mount: string, path: string): void {
    const { versions } = this.#entryAt(`|${mount}`, path);
    versions.splice(-1, 1, { fields: null, deletionTime: '2026-01-01T00:00:00Z' });
  }

  fieldsOf(mount: string, path: string): Fields | null {
    return this.#entries.get(`|${mount}\n${path}`)?.versions.at(-1)?.fields ?? null;
  }

  versionsOf(mount: string, path: string): number {
    return this.#entries.get(`|${mount}\n${path}`)?.versions.length ?? 0;
  }

  #login(mount: string, { role_id, secret_id, jwt, role }: Readonly<Record<string, string>>): FakeResponse {
    if (jwt !== undefined && this.jwts.get(`${mount} ${role ?? ''}`) !== jwt) return refused(400, 'invalid signature');
    const isRole = role_id !== undefined && this.roles.get(role_id) === secret_id;
    if (jwt === undefined && !isRole) return refused(400, 'invalid role or secret ID');
    this.logins++;
    return this.#granted(`canary-token-${this.logins}`, this.lease);
  }

  #granted(token: string, lease: number): FakeResponse {
    const uses = this.uses === 0 ? Number.POSITIVE_INFINITY : this.uses;
    const endsAt = lease === 0 ? Number.POSITIVE_INFINITY : Date.now() + 1000 * lease;
    this.tokens.set(token, { rights: this.rights, uses, endsAt });
    const auth = {
      client_token: token,
      lease_duration: lease,
      num_uses: this.uses,
      renewable: this.isRenewable,
    };
    return { status: 200, body: { auth } };
  }

  #renew({ headers }: FakeRequest, { rights }: Token): FakeResponse {
    if (!this.isRenewable || rights !== 'all') return refused(403, 'permission denied');
    this.renewals++;
    return this.#granted(headers['x-vault-token'] ?? '', this.renewedLease ?? this.lease);
  }

  #wrapping(token: string): FakeResponse {
    const held = this.wrapped.get(token);
    if (held === undefined) return refused(400, 'wrapping token is not valid or does not exist');
    return { status: 200, body: { data: { creation_path: held.madeBy, creation_ttl: 60 } } };
  }

  #unwrap(token: string): FakeResponse {
    const held = this.wrapped.get(token);
    this.wrapped.delete(token);
    if (held === undefined) return refused(400, 'wrapping token is not valid or does not exist');
    return { status: 200, body: held.answer };
  }

  #tokenOf({ headers }: FakeRequest): Token | null {
    const token = this.tokens.get(headers['x-vault-token'] ?? '');
    const isOver = token === undefined || Date.now() >= (token.endsAt ?? Number.POSITIVE_INFINITY);
    return isOver || token.uses-- <= 0 ? null : token;
  }

  #mountInfo(mount: string): FakeResponse {
    if (!this.knowsMountInfo) return refused(404, 'unsupported path');
    const version = this.mounts.get(mount);
    if (version === undefined) return refused(403, 'preflight capability check returned 403');
    return { status: 200, body: { data: { type: 'kv', path: `${mount}/`, options: { version: `${version}` } } } };
  }

  #mountOf(parts: readonly string[]): string | null {
    const path = parts.join('/');
    return [...this.mounts.keys()].find((mount) => path.startsWith(`${mount}/`)) ?? null;
  }

  #plain(store: string, below: readonly string[], right: Right, json: Fields): FakeResponse {
    const path = below.join('/');
    if (right === 'list') return this.#list(store, path);
    if (right === 'update') {
      this.#entryAt(store, path).versions = [{ fields: json, deletionTime: '' }];
      return { status: 204 };
    }
    const fields = this.#entries.get(`${store}\n${path}`)?.versions.at(-1)?.fields ?? null;
    return fields === null ? refused(404) : { status: 200, body: { data: fields } };
  }

  #versioned(store: string, [part, ...below]: readonly string[], right: Right, json: Fields): FakeResponse {
    const path = below.join('/');
    if (right === 'list') return this.#list(store, path);
    if (part === 'metadata') return this.#metadata(store, path, right, json);
    if (part !== 'data')
      return { status: 404, body: { data: null, warnings: ['Invalid path for a versioned K/V secrets engine.'] } };
    if (right === 'update') return this.#newVersion(store, path, json);
    const versions = this.#entries.get(`${store}\n${path}`)?.versions ?? [];
    const newest = versions.at(-1);
    if (newest === undefined) return refused(404);
    const metadata = { version: versions.length, deletion_time: newest.deletionTime, destroyed: false };
    return { status: newest.fields === null ? 404 : 200, body: { data: { data: newest.fields, metadata } } };
  }

  #newVersion(store: string, path: string, json: Fields): FakeResponse {
    this.meanwhile?.();
    this.meanwhile = null;
    const { data, options } = json as { data: Fields; options?: { cas?: number } };
    const known = this.#entries.get(`${store}\n${path}`);
    if (options?.cas === undefined && this.requiresCas)
      return refused(400, 'check-and-set parameter required for this call');
    if (options?.cas !== undefined && options.cas !== (known?.versions.length ?? 0))
      return refused(400, 'check-and-set parameter did not match the current version');
    const { versions, deleteVersionAfter } = this.#entryAt(store, path);
    const after = ['', '0s'].includes(deleteVersionAfter) ? this.deleteVersionAfter : deleteVersionAfter;
    const deletionTime = after === '' ? '' : '2030-01-01T00:00:00Z';
    versions.push({ fields: data, deletionTime });
    return { status: 200, body: { data: { version: versions.length, deletion_time: deletionTime, destroyed: false } } };
  }

  #metadata(store: string, path: string, right: Right, json: Fields): FakeResponse {
    const known = this.#entries.get(`${store}\n${path}`);
    if (right === 'update') this.#entryAt(store, path).deleteVersionAfter = String(json['delete_version_after']);
    if (right === 'delete') this.#entries.delete(`${store}\n${path}`);
    if (right !== 'read') return { status: 204 };
    return known === undefined
      ? refused(404)
      : { status: 200, body: { data: { current_version: known.versions.length } } };
  }

  #list(store: string, path: string): FakeResponse {
    const start = `${store}\n${path}/`;
    const below = [...this.#entries.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
    const keys = [...new Set(below.map((name) => name.replace(/\/.*/u, '/')))].sort();
    return keys.length === 0 ? refused(404) : { status: 200, body: { data: { keys } } };
  }

  #entryAt(store: string, path: string): StoredEntry {
    const key = `${store}\n${path}`;
    const entry = this.#entries.get(key) ?? { versions: [], deleteVersionAfter: '' };
    this.#entries.set(key, entry);
    return entry;
  }
}

function refused(status: number, ...errors: readonly string[]): FakeResponse {
  return { status, body: { errors } };
}

function rightOf(method: string): Right {
  return method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : 'update';
}

function allows({ rights }: Token, path: string, right: Right): boolean {
  if (rights === 'all') return true;
  return Object.entries(rights).some(([start, given]) => path.startsWith(start) && given.includes(right));
}
