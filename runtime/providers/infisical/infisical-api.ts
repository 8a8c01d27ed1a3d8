/** The secrets of a project of Infisical over HTTP, version 4 of the API (providers-cloud 3.8 (6)). */
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { queryOf } from '../bases/query.js';
import type { Answer, Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type InfisicalSecret, pathOf } from './infisical-secret.js';
import { signIn } from './infisical-sign-in.js';

type Folder = Pick<InfisicalSecret, 'environment' | 'folder'>;
/** The folder, the environment or the project does not exist: Infisical answers the same for all. */
export type Nowhere = { readonly kind: 'nowhere' };
/** The secrets of a folder, by key. */
export interface FolderListing {
  readonly kind: 'listing';
  readonly answers: ReadonlyMap<string, Answer>;
}
/** Infisical denies a whole folder if the value of one of its secrets may not be read. */
export interface Forbidden {
  readonly kind: 'forbidden';
  readonly why: Failed;
}
/** What happened to one secret. `missing`: the secret, or what would contain it, does not exist. `taken`: it exists. */
export type ChangeOutcome = { readonly kind: 'done' | 'missing' | 'taken' } | Failed;
/** A secret in a folder or below it. */
export interface NamedSecret {
  readonly folder: string;
  readonly key: string;
}

const SECRETS = '/api/v4/secrets';
const FOLDERS = '/api/v2/folders';
/** Servers differ in the name of the option for secrets that a folder imports. */
function whole({ ownOnly = false }: Call): Parameters<typeof queryOf>[0] {
  const isImporting = !ownOnly;
  return {
    viewSecretValue: true,
    expandSecretReferences: true,
    include_imports: isImporting,
    includeImports: isImporting,
  };
}

export class InfisicalApi {
  readonly http: HttpApi;
  readonly #project: string;

  constructor(project: string, origin: string, ports: ProviderPorts) {
    this.#project = project;
    this.http = new HttpApi(ports.http, {
      product: 'Infisical',
      server: async () => ({ origin, passingStatuses: [500] }),
      signIn: (call) => signIn(ports, this.http, call),
      isExpired,
      messageOf,
      plainHelp: 'write `?tls=false` if it is on this machine: the token is then sent unencrypted',
    });
  }

  async get(wanted: InfisicalSecret, call: Call): Promise<Answer | Nowhere> {
    const version = wanted.version === null ? {} : { version: wanted.version };
    const options = { ...whole(call), ...version };
    const reply = await this.#get(`${SECRETS}/${encodeURIComponent(wanted.key)}`, wanted, options, call);
    if (reply.kind === 'failed') return reply;
    if (this.#isMissing(reply)) return saysNoSecret(reply) ? { kind: 'absent' } : { kind: 'nowhere' };
    if (reply.status !== 200) return this.#failure(reply, 'readValue', wanted);
    const secret = objectIn(objectIn(reply.body)?.['secret']);
    if (call.ownOnly === true && isElsewhere(secret, wanted)) return { kind: 'absent' };
    if (wanted.version !== null && secret?.['version'] !== Number(wanted.version)) return this.http.malformed(reply);
    return this.#answerOf(secret, wanted, reply);
  }

  /** All secrets of a folder and those that it imports, of which the last import counts first, and its own before all. */
  async list(wanted: Folder, call: Call): Promise<FolderListing | Nowhere | Forbidden | Failed> {
    const reply = await this.#get(SECRETS, wanted, whole(call), call);
    if (reply.kind === 'failed') return reply;
    if (this.#isMissing(reply)) return { kind: 'nowhere' };
    if (reply.status === 403 && this.http.isOwn(reply) && !isExpired(reply))
      return { kind: 'forbidden', why: this.#failure(reply, 'readValue', wanted) };
    if (reply.status !== 200) return this.#failure(reply, 'readValue', wanted);
    const { secrets, imports = [] } = objectIn(reply.body) ?? {};
    if (!Array.isArray(secrets) || !Array.isArray(imports)) return this.http.malformed(reply);
    const imported = call.ownOnly === true ? [] : imports.map((folder) => objectIn(folder)?.['secrets']);
    const answers = new Map<string, Answer>();
    for (const group of [...imported, secrets]) {
      if (!Array.isArray(group)) return this.http.malformed(reply);
      for (const entry of group.map(objectIn)) {
        const key = entry?.['secretKey'];
        if (typeof key !== 'string') return this.http.malformed(reply);
        if (isShared(entry)) answers.set(key, this.#answerOf(entry, { ...wanted, key }, reply));
      }
    }
    // Older servers answer with an empty list for a folder that does not exist.
    return answers.size === 0 ? { kind: 'nowhere' } : { kind: 'listing', answers };
  }

  /** The names in a folder and below it, without values. */
  async names(wanted: Folder, call: Call): Promise<readonly NamedSecret[] | Nowhere | Failed> {
    const options = { recursive: true, viewSecretValue: false, expandSecretReferences: false };
    const reply = await this.#get(SECRETS, wanted, options, call);
    if (reply.kind === 'failed') return reply;
    if (this.#isMissing(reply)) return { kind: 'nowhere' };
    if (reply.status !== 200) return this.#failure(reply, 'describeSecret', wanted);
    const secrets = objectIn(reply.body)?.['secrets'];
    if (!Array.isArray(secrets)) return this.http.malformed(reply);
    const shared = secrets.map(objectIn).filter(isShared);
    const names = shared.map((entry) => ({ folder: entry?.['secretPath'], key: entry?.['secretKey'] }));
    if (!names.every(isNamed)) return this.http.malformed(reply);
    return names.length === 0 ? { kind: 'nowhere' } : names;
  }

  /** Null: the environment exists. To list folders takes no other right than to be in the project. */
  async missesEnvironment(environment: string, call: Call): Promise<Failed | null> {
    const query = this.#query({ environment, path: '/' });
    const reply = await this.http.ask({ method: 'GET', path: `${FOLDERS}?${query}`, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (this.#isMissing(reply)) return this.noEnvironment(environment);
    if (reply.status !== 200) return this.http.failureOf(reply, 'add the identity to the project');
    return Array.isArray(objectIn(reply.body)?.['folders']) ? null : this.http.malformed(reply);
  }

  create(wanted: InfisicalSecret, text: string, call: Call): Promise<ChangeOutcome> {
    return this.#change('POST', 'create', wanted, { secretValue: text }, call);
  }

  update(wanted: InfisicalSecret, text: string, call: Call): Promise<ChangeOutcome> {
    return this.#change('PATCH', 'edit', wanted, { secretValue: text }, call);
  }

  remove(wanted: InfisicalSecret, call: Call): Promise<ChangeOutcome> {
    return this.#change('DELETE', 'delete', wanted, { type: 'shared' }, call);
  }

  /** With all that it is in. Null if it exists then. */
  async makeFolder({ environment, folder }: Folder, call: Call): Promise<Failed | null> {
    const end = folder.lastIndexOf('/');
    const parts = { path: folder.slice(0, end) || '/', name: folder.slice(end + 1) };
    const json = { projectId: this.#project, environment, ...parts };
    const reply = await this.http.ask({ method: 'POST', path: FOLDERS, json, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (this.#isMissing(reply)) return this.noEnvironment(environment);
    const isThere = reply.status === 400 && /already exist/i.test(messageOf(reply.body) ?? '');
    if (isThere) return null;
    const help = `allow \`create\` on secret folders below \`/\` in the environment \`${cleaned(environment)}\`, in a role of the identity`;
    if (reply.status !== 200) return this.http.failureOf(reply, help);
    return objectIn(objectIn(reply.body)?.['folder']) === null ? this.http.malformed(reply) : null;
  }

  noEnvironment(environment: string): Failed {
    const detail = `Infisical has no project \`${cleaned(this.#project)}\` with an environment \`${cleaned(environment)}\` that this identity may see`;
    return failed('failed', detail, 'name the environment in the address, with `?env=`, or create it');
  }

  async #change(
    method: 'POST' | 'PATCH' | 'DELETE',
    right: string,
    wanted: InfisicalSecret,
    more: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<ChangeOutcome> {
    const path = `${SECRETS}/${encodeURIComponent(wanted.key)}`;
    const json = { projectId: this.#project, environment: wanted.environment, secretPath: wanted.folder, ...more };
    const reply = await this.http.ask({ method, path, json, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (this.#isMissing(reply)) return { kind: 'missing' };
    if (reply.status === 400 && /already exist/i.test(messageOf(reply.body) ?? '')) return { kind: 'taken' };
    if (reply.status !== 200) return this.#failure(reply, right, wanted);
    const { secret, approval } = objectIn(reply.body) ?? {};
    if (objectIn(approval) !== null)
      return failed(
        'failed',
        `nothing is changed yet: a policy of Infisical protects \`${cleaned(wanted.folder)}\``,
        'let the request for this change be approved in Infisical',
      );
    return objectIn(secret) === null ? this.http.malformed(reply) : { kind: 'done' };
  }

  #get(path: string, { environment, folder }: Folder, options: Parameters<typeof queryOf>[0], call: Call) {
    const query = this.#query({ environment, secretPath: folder, ...options });
    return this.http.ask({ method: 'GET', path: `${path}?${query}`, isRepeatable: true }, call);
  }

  #query(parts: Parameters<typeof queryOf>[0]): string {
    return queryOf({ projectId: this.#project, ...parts });
  }

  /** A value that the identity may not see comes as a text in its place. */
  #answerOf(
    secret: Readonly<Record<string, unknown>> | null,
    wanted: Folder & { readonly key: string },
    reply: Reply,
  ): Answer {
    const { secretValue, secretValueHidden = false } = secret ?? {};
    if (typeof secretValue !== 'string' || typeof secretValueHidden !== 'boolean') return this.http.malformed(reply);
    if (!secretValueHidden) return { kind: 'found', value: SecretValue.fromText(secretValue) };
    const detail = `Infisical hides the value of \`${cleaned(pathOf(wanted))}\` from this identity`;
    return failed('denied', detail, rightFor('readValue', wanted));
  }

  /** Status 404 of Infisical itself. */
  #isMissing(reply: Reply): boolean {
    return reply.status === 404 && this.http.isOwn(reply) && !isUnknownRoute(reply);
  }

  #failure(reply: Reply, right: string, wanted: Folder): Failed {
    if (reply.status === 404 && isUnknownRoute(reply))
      return failed('unsupported', 'this server of Infisical does not have version 4 of the API', 'update the server');
    if (reply.status === 404) return this.http.malformed(reply);
    return this.http.failureOf(reply, rightFor(right, wanted));
  }
}

/** Of an expired token, and of one that was used too often. */
function isExpired({ status, body }: Reply): boolean {
  return status === 401 || (status === 403 && objectIn(body)?.['error'] === 'TokenError');
}

function rightFor(right: string, { environment, folder }: Folder): string {
  return `allow \`${right}\` on secrets of \`${cleaned(folder)}\` in the environment \`${cleaned(environment)}\`, in a role of the identity`;
}

/** Personal values of a user replace those of the project in Infisical's own tools; a machine has none. */
function isShared(entry: Readonly<Record<string, unknown>> | null): boolean {
  return entry?.['type'] !== 'personal';
}

/** A server may answer with what the folder imports even where it was not asked to. */
function isElsewhere(secret: Readonly<Record<string, unknown>> | null, { environment, folder }: Folder): boolean {
  const { environment: its = environment, secretPath = folder } = secret ?? {};
  return its !== environment || secretPath !== folder;
}

function isNamed(name: { readonly folder: unknown; readonly key: unknown }): name is NamedSecret {
  return typeof name.folder === 'string' && typeof name.key === 'string';
}

/** The folder exists then. */
function saysNoSecret({ body }: Reply): boolean {
  return /^Secret with name\b/i.test(messageOf(body) ?? '');
}

/** What the server says about an address that is not one of its API. */
function isUnknownRoute({ body }: Reply): boolean {
  return /^Route \S+ not found$/.test(messageOf(body) ?? '');
}

/** A text, or what is wrong with each part of a request. */
function messageOf(body: unknown): string | null {
  const message = objectIn(body)?.['message'];
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return null;
  const parts = message.map((part) => objectIn(part)?.['message']);
  return parts.filter((part) => typeof part === 'string').join('; ');
}
