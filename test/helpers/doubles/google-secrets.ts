/** Secret Manager of Google Cloud in memory, as its REST reference describes it: versions, aliases, states, checksums, limits, permissions. */

import type { FakeRequest, FakeResponse } from '../fake-http.js';
import { apiError, FakeGoogle } from './google.js';

interface Version {
  /** In base64; null: destroyed. */
  readonly data: string | null;
  readonly state: 'ENABLED' | 'DISABLED' | 'DESTROYED';
}
interface Secret {
  readonly versions: Version[];
  readonly aliases: Map<string, number>;
}

/** As the API names it: by the number of the project, whatever the request names. */
const PROJECT = 'projects/123456789';

export class FakeGoogleSecrets {
  readonly google: FakeGoogle;
  readonly secrets = new Map<string, Secret>();
  /** Whether this permission is missing for this secret. */
  denies: (permission: string, secret: string) => boolean = () => false;
  /** Whether the API is turned on in the project, and secrets may be replicated everywhere. */
  isEnabled = true;
  mayReplicate = true;
  mostInPage = 25_000;
  /** The project that must be billed; null: that of the credentials. */
  quotaProject: string | null = null;
  /** Called once before the next version is added: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  readonly calls: string[] = [];

  constructor(google = new FakeGoogle()) {
    this.google = google;
  }

  /** Adds a version, as another client would. */
  put(secret: string, text: string | Uint8Array): number {
    return this.add(secret, Buffer.from(text).toString('base64'));
  }

  set(secret: string, version: number, state: Version['state']): void {
    const { versions } = this.#at(secret);
    const data = state === 'DESTROYED' ? null : (versions[version - 1]?.data ?? null);
    versions[version - 1] = { data, state };
  }

  alias(secret: string, alias: string, version: number): void {
    this.#at(secret).aliases.set(alias, version);
  }

  state(): unknown {
    return [...this.secrets].map(([name, { versions, aliases }]) => [name, versions, [...aliases]]);
  }

  answer(request: FakeRequest): FakeResponse {
    return this.google.answer(request) ?? this.#answer(request);
  }

  protected add(secret: string, data: string): number {
    return this.#at(secret).versions.push({ data, state: 'ENABLED' });
  }

  #at(secret: string): Secret {
    const held = this.secrets.get(secret) ?? { versions: [], aliases: new Map() };
    this.secrets.set(secret, held);
    return held;
  }

  #answer(request: FakeRequest): FakeResponse {
    const { method, headers } = request;
    const url = new URL(request.path, 'https://secretmanager.googleapis.com');
    const answered = this.#permitted(request, url) ?? this.#perform(method, url, request.body);
    // Google's clock, as every response shows it.
    const date = new Date(Date.now() + this.google.aheadMs).toUTCString();
    this.calls.push(`${method} ${url.pathname}${headers['x-goog-user-project'] ? ' billed' : ''}`);
    return { ...answered, headers: { ...answered.headers, date } };
  }

  #permitted(request: FakeRequest, { pathname }: URL): FakeResponse | null {
    const who = this.google.whoIs(request, 'https://secretmanager.googleapis.com/');
    if (typeof who !== 'string') return who;
    const billed = request.headers['x-goog-user-project'];
    const [, project = 'my-project'] = /^\/v1\/projects\/([^/]+)/.exec(pathname) ?? [];
    // Google does not say whether it exists.
    if (project !== 'my-project')
      return apiError(
        403,
        'PERMISSION_DENIED',
        `Permission denied on resource project ${project}.`,
        'CONSUMER_INVALID',
      );
    if (!this.isEnabled)
      return apiError(
        403,
        'PERMISSION_DENIED',
        'Secret Manager API has not been used in project 123456789 before or it is disabled.',
        'SERVICE_DISABLED',
      );
    if (billed === undefined || billed === this.quotaProject) return null;
    return apiError(
      403,
      'PERMISSION_DENIED',
      `Caller does not have required permission to use project ${billed}.`,
      'USER_PROJECT_DENIED',
    );
  }

  #perform(method: string, { pathname, searchParams }: URL, body: string): FakeResponse {
    const [, secret = '', version] =
      /^\/v1\/projects\/my-project\/secrets(?:\/([^/:]+))?(?:\/versions\/([^/:]+))?(?::\w+)?$/.exec(pathname) ?? [];
    if (method === 'GET' && pathname.endsWith(':access')) return this.#access(secret, version ?? '');
    if (method === 'GET' && pathname.endsWith('/secrets')) return this.#list(searchParams);
    if (method === 'DELETE' && secret !== '') return this.#delete(secret);
    if (method === 'POST' && pathname.endsWith('/secrets'))
      return this.#create(searchParams.get('secretId') ?? '', JSON.parse(body));
    if (method === 'POST' && pathname.endsWith(':addVersion')) return this.#addVersion(secret, JSON.parse(body));
    return {
      status: 404,
      headers: { 'content-type': 'text/html; charset=UTF-8' },
      body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>',
    };
  }

  #access(name: string, asked: string): FakeResponse {
    const denied = this.#denial('secretmanager.versions.access', name, `secrets/${name}/versions/${asked}`);
    if (denied !== null) return denied;
    const secret = this.secrets.get(name);
    if (secret === undefined || secret.versions.length === 0)
      return apiError(404, 'NOT_FOUND', `Secret [${PROJECT}/secrets/${name}] not found or has no versions.`);
    const number = asked === 'latest' ? secret.versions.length : (secret.aliases.get(asked) ?? Number(asked));
    const version = secret.versions[number - 1];
    const full = `${PROJECT}/secrets/${name}/versions/${number}`;
    if (version === undefined) return apiError(404, 'NOT_FOUND', `Secret Version [${full}] not found.`);
    if (version.data === null || version.state !== 'ENABLED')
      return apiError(400, 'FAILED_PRECONDITION', `Secret Version [${full}] is in ${version.state} state.`);
    const dataCrc32c = String(checksum(Buffer.from(version.data, 'base64')));
    return { status: 200, body: { name: full, payload: { data: version.data, dataCrc32c } } };
  }

  #create(name: string, { replication }: { readonly replication?: { readonly automatic?: unknown } }): FakeResponse {
    const denied = this.#denial('secretmanager.secrets.create', name, '');
    if (denied !== null) return denied;
    if (!/^[\w-]{1,255}$/.test(name))
      return apiError(
        400,
        'INVALID_ARGUMENT',
        `The provided Secret ID [${name}] does not match the expected format [[a-zA-Z_0-9]+]`,
      );
    if (replication?.automatic === undefined)
      return apiError(400, 'INVALID_ARGUMENT', 'Secret.replication is required.');
    if (this.secrets.has(name))
      return apiError(409, 'ALREADY_EXISTS', `Secret [${PROJECT}/secrets/${name}] already exists.`);
    if (!this.mayReplicate)
      return apiError(
        400,
        'FAILED_PRECONDITION',
        'Constraint constraints/gcp.resourceLocations violated for [orgpolicy:projects/123456789] attempting to create a secret in [global].',
      );
    this.#at(name);
    return { status: 200, body: { name: `${PROJECT}/secrets/${name}`, replication: { automatic: {} }, etag: '"1"' } };
  }

  #addVersion(
    name: string,
    { payload }: { readonly payload?: { readonly data?: string; readonly dataCrc32c?: string } },
  ): FakeResponse {
    const denied = this.#denial('secretmanager.versions.add', name, `secrets/${name}`);
    if (denied !== null) return denied;
    this.meanwhile?.();
    this.meanwhile = null;
    if (!this.secrets.has(name)) return apiError(404, 'NOT_FOUND', `Secret [${PROJECT}/secrets/${name}] not found.`);
    const bytes = Buffer.from(payload?.data ?? '', 'base64');
    if (bytes.length === 0) return apiError(400, 'INVALID_ARGUMENT', 'Secret Payload cannot be empty.');
    if (bytes.length > 65_536)
      return apiError(400, 'INVALID_ARGUMENT', 'The maximum size for a secret payload is 65536 bytes.');
    if (payload?.dataCrc32c !== undefined && payload.dataCrc32c !== String(checksum(bytes)))
      return apiError(400, 'INVALID_ARGUMENT', 'The checksum of the payload does not match.');
    const number = this.add(name, bytes.toString('base64'));
    const body = {
      name: `${PROJECT}/secrets/${name}/versions/${number}`,
      state: 'ENABLED',
      clientSpecifiedPayloadChecksum: true,
    };
    return { status: 200, body };
  }

  #delete(name: string): FakeResponse {
    const denied = this.#denial('secretmanager.secrets.delete', name, `secrets/${name}`);
    if (denied !== null) return denied;
    if (this.secrets.delete(name)) return { status: 200, body: {} };
    return apiError(404, 'NOT_FOUND', `Secret [${PROJECT}/secrets/${name}] not found.`);
  }

  /** A filter finds its text anywhere in a name; an empty list is left out. */
  #list(asked: URLSearchParams): FakeResponse {
    const denied = this.#denial('secretmanager.secrets.list', '', '');
    if (denied !== null) return denied;
    const wanted = (asked.get('filter') ?? '').replace(/^name:/, '');
    const names = [...this.secrets.keys()].filter((name) => name.includes(wanted)).sort();
    const from = Number(asked.get('pageToken') ?? 0);
    const to = from + Math.min(Number(asked.get('pageSize') ?? 100), this.mostInPage);
    const secrets = names.slice(from, to).map((name) => ({ name: `${PROJECT}/secrets/${name}` }));
    const body = { ...(secrets.length > 0 && { secrets, totalSize: names.length }) };
    return { status: 200, body: { ...body, ...(to < names.length && { nextPageToken: String(to) }) } };
  }

  #denial(permission: string, secret: string, resource: string): FakeResponse | null {
    if (!this.denies(permission, secret)) return null;
    const where = resource === '' ? 'projects/my-project' : `projects/my-project/${resource}`;
    const message = `Permission '${permission}' denied for resource '${where}' (or it may not exist).`;
    return apiError(403, 'PERMISSION_DENIED', message, 'IAM_PERMISSION_DENIED');
  }
}

/** CRC-32C, bit by bit, independently of the provider. */
function checksum(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0x82f63b78 & -(sum & 1));
  }
  return ~sum >>> 0;
}
