/** Scaleway Secret Manager in memory, as its API reference describes it: secrets, revisions, pages, deletion, quotas, permission sets. */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

interface Version {
  readonly data: string;
  status: 'enabled' | 'disabled';
}
interface Secret {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly versions: Version[];
  isDeleted: boolean;
}

export class FakeScaleway {
  readonly project = '6170692e-7363-4000-8000-616c65776179';
  readonly keys = new Set(['canary-token']);
  /** `ReadOnly`, `SecretAccess`, `SecretCreate` or `SecretWrite`, for the path of a secret where it is known. */
  denies: (set: string, path: string) => boolean = () => false;
  /** Called once before the next change: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  /** How many secrets the project may have. */
  quota = Number.POSITIVE_INFINITY;
  readonly #secrets: Secret[] = [];

  /** Stores a version, as another client would; null: only the secret. */
  put(path: string, content: string | Uint8Array | null): Secret {
    const secret = this.#at(path) ?? this.#added(path);
    if (content !== null) secret.versions.push({ data: Buffer.from(content).toString('base64'), status: 'enabled' });
    return secret;
  }

  state(): unknown {
    return this.#secrets;
  }

  answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    if (!this.keys.has(headers['x-auth-token'] ?? ''))
      return {
        status: 401,
        body: {
          type: 'denied_authentication',
          method: 'api_key',
          reason: 'invalid_argument',
          message: 'authentication is denied',
        },
      };
    const url = new URL(path, 'https://scaleway.test');
    const [, region, rest = ''] = /^\/secret-manager\/v1beta1\/regions\/([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
    if (!['fr-par', 'nl-ams', 'pl-waw'].includes(region ?? '')) return { status: 404, body: '404 page not found' };
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    const json = body === '' ? {} : JSON.parse(body);
    const [, id = '', revision = '', action = ''] =
      /^secrets\/([^/]+)(?:\/versions(?:\/(\d+)(?:\/(\w+))?)?)?$/.exec(rest) ?? [];
    if (method === 'GET' && rest === 'secrets') return this.#list(asked);
    if (method === 'GET' && rest.startsWith('secrets-by-path/versions/'))
      return this.#access(rest.split('/')[2] ?? '', asked);
    const secret = this.#secrets.find((one) => one.id === id);
    if (method === 'GET' && secret !== undefined) return this.#versions(secret, asked);
    if (method !== 'POST') return { status: 405, body: { message: 'method not allowed' } };
    this.meanwhile?.();
    this.meanwhile = null;
    if (rest === 'secrets') return this.#create(json);
    if (secret === undefined || secret.isDeleted) return missing('secret', id);
    if (this.denies('SecretWrite', pathOf(secret))) return denied('write', 'secret_version');
    if (action === 'disable') return this.#disable(secret, Number(revision));
    return revision === '' ? this.#add(secret, json) : missing('secret_version', revision);
  }

  #list(asked: (name: string) => string): FakeResponse {
    if (this.denies('ReadOnly', '')) return denied('read', 'secret');
    if (asked('scheduled_for_deletion') === '') return wrong('scheduled_for_deletion', 'required');
    const found = this.#secrets.filter(
      ({ name, path, isDeleted }) =>
        String(isDeleted) === asked('scheduled_for_deletion') &&
        [name, ''].includes(asked('name')) &&
        [path, ''].includes(asked('path')),
    );
    const secrets = [this.project, ''].includes(asked('project_id')) ? found.map((secret) => this.#shown(secret)) : [];
    return paged('secrets', secrets, asked);
  }

  #versions(secret: Secret, asked: (name: string) => string): FakeResponse {
    if (this.denies('ReadOnly', pathOf(secret))) return denied('read', 'secret_version');
    const versions = secret.versions.map((version, index) => shownVersion(secret, version, index + 1));
    return paged(
      'versions',
      versions.filter(({ status }) => ['', status].includes(asked('status'))),
      asked,
    );
  }

  /** The latest revision that is enabled, the latest one, or the one of a number. */
  #access(wanted: string, asked: (name: string) => string): FakeResponse {
    if (asked('project_id') !== this.project) return missing('project', asked('project_id'));
    const path = `${asked('secret_path').replace(/\/$/, '')}/${asked('secret_name')}`;
    if (this.denies('SecretAccess', path)) return denied('access', 'secret_version');
    const secret = this.#at(path);
    if (secret === undefined || secret.isDeleted) return missing('secret', asked('secret_name'));
    const { versions } = secret;
    const latest =
      wanted === 'latest' ? versions.length : versions.findLastIndex(({ status }) => status === 'enabled') + 1;
    const revision = /^\d+$/.test(wanted) ? Number(wanted) : latest;
    const version = versions[revision - 1];
    if (version === undefined) return missing('secret_version', wanted);
    if (version.status === 'disabled')
      return {
        status: 412,
        body: {
          type: 'precondition_failed',
          precondition: 'version_disabled',
          message: 'precondition is not respected',
        },
      };
    return { status: 200, body: { secret_id: secret.id, revision, data: version.data, type: 'opaque' } };
  }

  #create({ project_id: project, name, path = '/' }: Readonly<Record<string, string>>): FakeResponse {
    if (this.denies('SecretCreate', `${path}/${name}`)) return denied('create', 'secret');
    if (project !== this.project || name === undefined || name === '' || name.includes('/'))
      return wrong('name', 'constraint');
    const whole = `${path.replace(/\/$/, '')}/${name}`;
    // Also one that is about to be deleted.
    if (this.#at(whole) !== undefined)
      return {
        status: 409,
        body: {
          type: 'already_exists',
          resource: 'secret',
          resource_id: name,
          help_message: '',
          message: 'resource already exists',
        },
      };
    if (this.#secrets.length >= this.quota)
      return {
        status: 403,
        body: {
          type: 'quotas_exceeded',
          message: 'quota exceeded',
          details: [{ resource: 'secrets', quota: this.quota }],
        },
      };
    return { status: 200, body: this.#shown(this.#added(whole)) };
  }

  #add(secret: Secret, { data }: Readonly<Record<string, string>>): FakeResponse {
    const size = Buffer.from(data ?? '', 'base64').length;
    if (size === 0) return wrong('data', 'required');
    if (size > 65_536) return wrong('data', 'constraint');
    const version: Version = { data: data ?? '', status: 'enabled' };
    return { status: 200, body: shownVersion(secret, version, secret.versions.push(version)) };
  }

  #disable(secret: Secret, revision: number): FakeResponse {
    const version = secret.versions[revision - 1];
    if (version === undefined) return missing('secret_version', String(revision));
    version.status = 'disabled';
    return { status: 200, body: shownVersion(secret, version, revision) };
  }

  #at(path: string): Secret | undefined {
    return this.#secrets.find((secret) => pathOf(secret) === path);
  }

  #added(path: string): Secret {
    const end = path.lastIndexOf('/');
    const id = `00000000-0000-4000-8000-${String(this.#secrets.length).padStart(12, '0')}`;
    const secret = { id, name: path.slice(end + 1), path: path.slice(0, end) || '/', versions: [], isDeleted: false };
    this.#secrets.push(secret);
    return secret;
  }

  #shown({ id, name, path, versions }: Secret): unknown {
    const more = { managed: false, protected: false, tags: [], used_by: [], region: 'fr-par' };
    return {
      id,
      name,
      path,
      project_id: this.project,
      status: 'ready',
      type: 'opaque',
      version_count: versions.length,
      ...more,
    };
  }
}

function pathOf({ path, name }: Pick<Secret, 'path' | 'name'>): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}

function shownVersion({ id, versions }: Secret, { status }: Version, revision: number) {
  return { secret_id: id, revision, status, latest: revision === versions.length, region: 'fr-par' };
}

function paged(member: string, all: readonly unknown[], asked: (name: string) => string): FakeResponse {
  const [page, size] = [Number(asked('page') || 1), Math.min(100, Number(asked('page_size') || 20))];
  return { status: 200, body: { [member]: all.slice((page - 1) * size, page * size), total_count: all.length } };
}

function missing(resource: string, id: string): FakeResponse {
  return { status: 404, body: { type: 'not_found', resource, resource_id: id, message: 'resource is not found' } };
}

function denied(action: string, resource: string): FakeResponse {
  return {
    status: 403,
    body: { type: 'permissions_denied', message: 'insufficient permissions', details: [{ action, resource }] },
  };
}

function wrong(name: string, reason: string): FakeResponse {
  return {
    status: 400,
    body: { type: 'invalid_arguments', message: 'invalid argument(s)', details: [{ argument_name: name, reason }] },
  };
}
