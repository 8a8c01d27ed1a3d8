/** The secrets of a project and region of Scaleway over HTTP (providers-cloud 3.9 (6)). */
import { cleaned } from '../../values/cleaned.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { ApiRequest } from '../bases/api-request.js';
import { valueInBase64 } from '../bases/base64.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { lastingSignIn, tokenFrom } from '../bases/http-sign-in.js';
import { itemsOfPages } from '../bases/pages.js';
import { queryOf } from '../bases/query.js';
import type { Answer, Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { ScalewaySecret } from './scaleway-secret.js';

type SecretName = Pick<ScalewaySecret, 'folder' | 'name'>;
/** A set of permissions, by its name at Scaleway. */
type PermissionSet = 'ReadOnly' | 'SecretAccess' | 'SecretCreate' | 'SecretWrite';
export interface SecretSummary {
  readonly kind: 'secret';
  readonly id: string;
  /** Also disabled ones. */
  readonly hasVersions: boolean;
}
type ApiObject = Readonly<Record<string, unknown>>;

const PAGE = 100;

export class ScalewayApi {
  readonly http: HttpApi;
  readonly #region: string;
  readonly #project: string;
  readonly #base: string;

  constructor({ origin, region, project }: Record<'origin' | 'region' | 'project', string>, ports: ProviderPorts) {
    this.#region = region;
    this.#project = project;
    this.#base = `/secret-manager/v1beta1/regions/${region}`;
    this.http = new HttpApi(ports.http, {
      product: 'Scaleway',
      server: async () => ({ origin, passingStatuses: [500] }),
      signIn: async () => {
        const token = await tokenFrom(ports, 'secret_key');
        return typeof token === 'string' ? lastingSignIn({ 'X-Auth-Token': token }) : token;
      },
      messageOf,
      plainHelp: 'write the address of a server that speaks TLS in `TOOL_SCALEWAY_ENDPOINT`',
    });
  }

  async access({ folder, name, revision }: ScalewaySecret, call: Call): Promise<Answer> {
    const query = queryOf({ project_id: this.#project, secret_name: name, secret_path: folder });
    const path = `/secrets-by-path/versions/${revision}/access?${query}`;
    const reply = await this.#ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (isMissing(reply)) return { kind: 'absent' };
    if (reply.status !== 200) return this.#failure(reply, 'SecretAccess');
    const body = objectIn(reply.body);
    const value = valueInBase64(body?.['data']);
    const isAnother = /^\d/.test(revision) && body?.['revision'] !== Number(revision);
    return value === null || isAnother ? this.http.malformed(reply) : { kind: 'found', value };
  }

  /** A secret that is not about to be deleted; null: there is none. */
  async find({ folder, name }: SecretName, call: Call): Promise<SecretSummary | null | Failed> {
    const secrets = await this.#all('/secrets', 'secrets', { ...this.#secrets(), name, path: folder }, call);
    if ('failure' in secrets) return secrets;
    const secret = secrets.find((entry) => entry['name'] === name && entry['path'] === folder);
    if (secret === undefined) return null;
    const { id, version_count: count } = secret;
    if (typeof id !== 'string' || !/^[\w-]+$/.test(id) || typeof count !== 'number') return this.http.malformed();
    return { kind: 'secret', id, hasVersions: count > 0 };
  }

  /** All secrets of the project. */
  async names(call: Call): Promise<readonly SecretName[] | Failed> {
    const secrets = await this.#all('/secrets', 'secrets', this.#secrets(), call);
    if ('failure' in secrets) return secrets;
    const names = secrets.map((entry) => ({ folder: entry['path'], name: entry['name'] }));
    return names.every(isNamed) ? names : this.http.malformed();
  }

  /** A secret without a version, by its id; null: its name is taken. */
  async create({ folder, name }: SecretName, call: Call): Promise<string | null | Failed> {
    const json = { project_id: this.#project, name, path: folder };
    const reply = await this.#ask({ method: 'POST', path: '/secrets', json, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 409 && isOf('already_exists', reply)) return null;
    if (reply.status !== 200) return this.#failure(reply, 'SecretCreate');
    const id = objectIn(reply.body)?.['id'];
    return typeof id === 'string' && /^[\w-]+$/.test(id) ? id : this.http.malformed(reply);
  }

  /** The number of the new version, which is enabled; those before it stay as they are. */
  async addVersion(id: string, value: SecretValue, call: Call): Promise<number | Failed> {
    const json = { data: Buffer.from(value.reveal()).toString('base64') };
    const reply = await this.#ask({ method: 'POST', path: `/secrets/${id}/versions`, json, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return this.#failure(reply, 'SecretWrite');
    const revision = objectIn(reply.body)?.['revision'];
    return typeof revision === 'number' && revision > 0 ? revision : this.http.malformed(reply);
  }

  async enabledRevisions(id: string, call: Call): Promise<readonly number[] | Failed> {
    const versions = await this.#all(`/secrets/${id}/versions`, 'versions', { status: 'enabled' }, call);
    if ('failure' in versions) return versions;
    const revisions = versions.map((entry) => entry['revision']);
    return revisions.every((revision) => typeof revision === 'number') ? revisions : this.http.malformed();
  }

  /** Null if it succeeded. */
  async disable(id: string, revision: number, call: Call): Promise<Failed | null> {
    const path = `/secrets/${id}/versions/${revision}/disable`;
    const reply = await this.#ask({ method: 'POST', path, json: {}, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return this.#failure(reply, 'SecretWrite');
    return objectIn(reply.body)?.['revision'] === revision ? null : this.http.malformed(reply);
  }

  #secrets(): Readonly<Record<string, string>> {
    return { project_id: this.#project, scheduled_for_deletion: 'false' };
  }

  #all(path: string, member: string, options: Readonly<Record<string, string>>, call: Call) {
    return itemsOfPages<ApiObject>(async (next) => {
      const page = Number(next ?? 1);
      const query = queryOf({ ...options, page, page_size: PAGE });
      const reply = await this.#ask({ method: 'GET', path: `${path}?${query}`, isRepeatable: true }, call);
      if (reply.kind === 'failed') return reply;
      if (reply.status !== 200) return this.#failure(reply, 'ReadOnly');
      const { [member]: listed, total_count: total } = objectIn(reply.body) ?? {};
      const items = Array.isArray(listed) ? listed.map(objectIn) : [null];
      if (!items.every((item) => item !== null) || typeof total !== 'number') return this.http.malformed(reply);
      // A server with smaller pages would leave out secrets.
      if (items.length !== Math.max(0, Math.min(PAGE, total - (page - 1) * PAGE))) return this.http.malformed(reply);
      const isLast = page * PAGE >= total;
      return { kind: 'page', items, next: isLast ? null : String(page + 1) };
    });
  }

  #ask(request: ApiRequest, call: Call): Promise<Reply | Failed> {
    return this.http.ask({ ...request, path: this.#base + request.path }, call);
  }

  #failure(reply: Reply, set: PermissionSet): Failed {
    if (reply.status === 404) return isOf('not_found', reply) ? this.#notFound(reply) : this.http.malformed(reply);
    const help =
      reply.status === 401
        ? 'use the secret key of an API key that is valid'
        : `let a policy grant \`SecretManager${set}\` to the owner of the API key, in the project \`${cleaned(this.#project)}\``;
    const failure = this.http.failureOf(reply, help);
    const isFull = isOf('quotas_exceeded', reply);
    return isFull ? failed('failed', failure.failure.detail, 'the quota of the project is used up') : failure;
  }

  #notFound(reply: Reply): Failed {
    const failure = this.http.failureOf(reply);
    if (!isAboutContainer(reply)) return failure;
    const { kind, detail } = failure.failure;
    return failed(kind, detail, `check the region \`${this.#region}\` and the project \`${cleaned(this.#project)}\``);
  }
}

/** Of Scaleway itself, and about a secret or a version: a project or a region that does not exist is not a missing secret. */
function isMissing(reply: Reply): boolean {
  return reply.status === 404 && isOf('not_found', reply) && !isAboutContainer(reply);
}

function isAboutContainer({ body }: Reply): boolean {
  const resource = objectIn(body)?.['resource'];
  return typeof resource === 'string' && /project|organization|region/i.test(resource);
}

function isOf(type: string, { body }: Reply): boolean {
  return objectIn(body)?.['type'] === type;
}

function isNamed(name: { readonly folder: unknown; readonly name: unknown }): name is SecretName {
  return typeof name.folder === 'string' && typeof name.name === 'string';
}

function messageOf(body: unknown): string | null {
  const message = objectIn(body)?.['message'];
  return typeof message === 'string' ? message : null;
}
