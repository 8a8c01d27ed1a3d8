/** The KV engine over HTTP, version 1 or 2: entries of a mount, each a map of fields (providers-cloud 3.6 (6) to (8)). */
import { jsonDocument } from '../../decode/json-document.js';
import { cleaned } from '../../values/cleaned.js';
import { type ApiRequest, JsonText } from '../bases/api-request.js';
import type { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import type { Call, RemoveAnswer } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { failureOfServer, isInvalidToken, messageOf } from './kv-errors.js';

/** An entry as it is now. */
export interface KvEntry {
  readonly kind: 'entry';
  /** Null: there is none, or its newest version is deleted or has expired. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** In version 2: the version that the next write replaces; 0 if there is none. */
  readonly version: number;
  readonly expiresAt: Date | null;
  /** A field as the server wrote it: parsed, a long number would lose digits. Null if the response is not strict JSON. */
  readonly rawOf: (field: string) => string | null;
}
/** `entry`: the replaced one with the new version and expiry, so that it can be written again. */
export interface WrittenEntry {
  readonly kind: 'written';
  readonly entry: KvEntry;
}
export interface FieldChange {
  readonly field: string;
  readonly text: string;
}
/** The token may not read the entry. */
export interface Hidden {
  readonly kind: 'hidden';
  readonly why: Failed;
}
export type KvPath = readonly string[];
type Part = 'data' | 'metadata';

export class KvEngine {
  readonly #api: HttpApi;
  readonly #mount: KvPath;
  readonly #isVersioned: boolean;
  readonly #hasGivenToken: boolean;
  #otherVersion: Promise<Failed | null> | null = null;

  /** `hasGivenToken`: the token is the user's, and may be old. */
  constructor(
    api: HttpApi,
    mount: KvPath,
    { isVersioned, hasGivenToken }: { isVersioned: boolean; hasGivenToken: boolean },
  ) {
    this.#api = api;
    this.#mount = mount;
    this.#isVersioned = isVersioned;
    this.#hasGivenToken = hasGivenToken;
  }

  async read(path: KvPath, call: Call): Promise<KvEntry | Hidden | Failed> {
    const reply = await this.#api.ask(this.#request('GET', 'data', path), call);
    if (reply.kind === 'failed') return reply;
    const data = objectIn(objectIn(reply.body)?.['data']);
    const metadata = this.#isVersioned ? objectIn(data?.['metadata']) : null;
    if (reply.status === 200) {
      const fields = this.#isVersioned ? objectIn(data?.['data']) : data;
      return fields === null ? this.#api.malformed(reply) : entryOf(fields, metadata, this.#rawOf(reply));
    }
    if (reply.status === 403) return { kind: 'hidden', why: this.#failure(reply, 'read', 'data', path) };
    if (reply.status !== 404) return this.#failure(reply, 'read', 'data', path);
    return metadata === null ? ((await this.#notMissing(reply, call)) ?? NONE) : entryOf(null, metadata);
  }

  /** Replaces an entry, in version 2 of the engine only if it is still this one; null replaces any. Its other fields stay. */
  async write(
    path: KvPath,
    entry: KvEntry | null,
    change: FieldChange,
    call: Call,
  ): Promise<WrittenEntry | 'changed meanwhile' | Failed> {
    const fields = changed(entry ?? NONE, change);
    if (fields === null) return this.#api.malformed();
    const options = entry === null ? '' : `,"options":{"cas":${entry.version}}`;
    const json = new JsonText(this.#isVersioned ? `{"data":${fields}${options}}` : fields);
    const reply = await this.#api.ask({ ...this.#request('POST', 'data', path), json }, call);
    if (reply.kind === 'failed') return reply;
    if (isDone(reply)) return { kind: 'written', entry: rewritable(entry ?? NONE, reply) };
    const message = reply.status === 400 ? messageOf(reply.body) : null;
    if (message?.includes('check-and-set parameter did not match') === true) return 'changed meanwhile';
    if (message?.includes('check-and-set parameter required') === true)
      return failed(
        'denied',
        'the mount requires check-and-set, and the token may not read the version to replace',
        this.#policy('read', 'data', path),
      );
    return this.#failure(reply, 'create` and `update', 'data', path);
  }

  /** Has the server delete later versions this long after they are written, 0: as the mount says; only version 2 of the engine can. */
  async expire(path: KvPath, seconds: number, call: Call): Promise<Failed | null> {
    if (!this.#isVersioned) return failed('unsupported', 'version 1 of the KV engine does not let entries expire');
    const json = { delete_version_after: `${seconds}s` };
    const reply = await this.#api.ask({ ...this.#request('POST', 'metadata', path), json }, call);
    if (reply.kind === 'failed') return reply;
    return isDone(reply) ? null : this.#failure(reply, 'create` and `update', 'metadata', path);
  }

  /** Removes all versions. The server accepts the removal of a missing entry, so its existence is checked first. */
  async remove(path: KvPath, call: Call): Promise<RemoveAnswer> {
    const there = await this.#api.ask(this.#request('GET', 'metadata', path), call);
    if (there.kind === 'failed') return there;
    if (there.status === 404) return (await this.#notMissing(there, call)) ?? { kind: 'absent' };
    if (there.status !== 200) return this.#failure(there, 'read', 'metadata', path);
    if (objectIn(objectIn(there.body)?.['data']) === null) return this.#api.malformed(there);
    const reply = await this.#api.ask(this.#request('DELETE', 'metadata', path), call);
    if (reply.kind === 'failed') return reply;
    return isDone(reply) ? { kind: 'removed' } : this.#failure(reply, 'delete', 'metadata', path);
  }

  /** Names of the entries right below a path, without folders. */
  async list(path: KvPath, call: Call): Promise<readonly string[] | Failed> {
    const request = this.#request('GET', 'metadata', path);
    const reply = await this.#api.ask({ ...request, path: `${request.path}?list=true` }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 404) return (await this.#notMissing(reply, call)) ?? [];
    if (reply.status !== 200) return this.#failure(reply, 'list', 'metadata', path);
    const names = objectIn(objectIn(reply.body)?.['data'])?.['keys'];
    if (!Array.isArray(names)) return this.#api.malformed(reply);
    return names.filter((name): name is string => typeof name === 'string' && !name.endsWith('/'));
  }

  #request(method: ApiRequest['method'], part: Part, path: KvPath): ApiRequest {
    return {
      method,
      path: `/v1/${this.#below(part, path).map(encodeURIComponent).join('/')}`,
      isRepeatable: method === 'GET',
    };
  }

  /** The response is parsed again for its first field that is needed as it was written. */
  #rawOf({ source }: Reply): KvEntry['rawOf'] {
    let document: ReturnType<typeof jsonDocument> | null = null;
    const at = this.#isVersioned ? ['data', 'data'] : ['data'];
    return (field) => {
      document ??= jsonDocument(source, () => true);
      const found = document.find([...at, field]);
      return found.kind === 'found' ? found.raw : null;
    };
  }

  #failure(reply: Reply, right: string, part: Part, path: KvPath): Failed {
    if (this.#hasGivenToken && isInvalidToken(reply))
      return this.#failureOf(reply, 'sign in again and set the new token');
    const help = this.#policy(right, part, path);
    // What is written or deleted has been read with the same token.
    const isFirst = right === 'read' || right === 'list';
    return this.#failureOf(reply, this.#hasGivenToken && isFirst ? `${help}; if it has expired, set a new one` : help);
  }

  #policy(right: string, part: Part, path: KvPath): string {
    return `give the token a policy that allows \`${right}\` on \`${cleaned(this.#below(part, path).join('/'))}\``;
  }

  #below(part: Part, path: KvPath): KvPath {
    return this.#isVersioned ? [...this.#mount, part, ...path] : [...this.#mount, ...path];
  }

  #failureOf(reply: Reply, help?: string): Failed {
    if (reply.status < 300) return this.#api.malformed(reply);
    return failureOfServer(reply) ?? this.#api.failureOf(reply, help);
  }

  /** Why a 404 is not a missing entry: the mount does not exist or has the other version of the engine, or a proxy sent it. */
  async #notMissing(reply: Reply, call: Call): Promise<Failed | null> {
    const ofServer = failureOfServer(reply);
    if (ofServer !== null) return ofServer;
    const mount = cleaned(this.#mount.join('/'));
    const message = messageOf(reply.body);
    if (message?.includes('no handler for route') === true)
      return failed(
        'unsupported',
        `there is no KV engine at \`${mount}\``,
        'write the path of the mount after the host',
      );
    const problem = await this.#wrongVersion(mount, call);
    if (problem !== null) return problem;
    if (message === null) return this.#api.malformed(reply);
    // Of a missing entry the server says nothing.
    return message === '' ? null : this.#api.failureOf(reply);
  }

  /** Requested once; again if the answer was a failure that can pass. */
  async #wrongVersion(mount: string, call: Call): Promise<Failed | null> {
    this.#otherVersion ??= this.#askVersion(mount, call);
    const asked = this.#otherVersion;
    const problem = await asked;
    const isLasting = problem === null || problem.failure.kind === 'unsupported';
    if (!isLasting && this.#otherVersion === asked) this.#otherVersion = null;
    return problem;
  }

  /** If the token may not ask, or the server does not have this request, the version of the URI is trusted. */
  async #askVersion(mount: string, call: Call): Promise<Failed | null> {
    const path = `/v1/sys/internal/ui/mounts/${this.#mount.map(encodeURIComponent).join('/')}`;
    const reply = await this.#api.ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    const isTrusted = reply.status === 403 || (reply.status === 404 && messageOf(reply.body) !== null);
    if (isTrusted) return null;
    if (reply.status !== 200 && reply.status !== 404) return this.#failureOf(reply);
    const data = objectIn(objectIn(reply.body)?.['data']);
    if (data === null) return this.#api.malformed(reply);
    if (data['type'] !== 'kv') return failed('unsupported', `what is mounted at \`${mount}\` is not a KV engine`);
    const version = objectIn(data['options'])?.['version'] === '2' ? 2 : 1;
    if ((version === 2) === this.#isVersioned) return null;
    return failed(
      'unsupported',
      `\`${mount}\` is version ${version} of the KV engine`,
      `add \`?kv=${version}\` to the address`,
    );
  }
}

function rewritable(replaced: KvEntry, reply: Reply): KvEntry {
  const { version, expiresAt } = entryOf(null, objectIn(objectIn(reply.body)?.['data']));
  return { ...replaced, version, expiresAt };
}

const NONE: KvEntry = { kind: 'entry', fields: null, version: 0, expiresAt: null, rawOf: () => null };

function entryOf(
  fields: KvEntry['fields'],
  metadata: Readonly<Record<string, unknown>> | null,
  rawOf: KvEntry['rawOf'] = NONE.rawOf,
): KvEntry {
  const { version, deletion_time: deletion } = metadata ?? {};
  const time = typeof deletion === 'string' && deletion !== '' ? new Date(deletion) : null;
  return { kind: 'entry', fields, version: typeof version === 'number' ? version : 0, expiresAt: time, rawOf };
}

/** The fields as JSON, one of them changed and the others as they were written. Null if the response is not strict JSON. */
function changed({ fields, rawOf }: KvEntry, { field, text }: FieldChange): string | null {
  const members = [`${JSON.stringify(field)}:${JSON.stringify(text)}`];
  for (const name of Object.keys(fields ?? {})) {
    const raw = rawOf(name);
    if (raw === null) return null;
    if (name !== field) members.push(`${JSON.stringify(name)}:${raw}`);
  }
  return `{${members.join(',')}}`;
}

/** Status 200 comes with a body of Vault; without one it is from something between here and there, and nothing was done. */
function isDone({ status, body }: Reply): boolean {
  return status === 204 || (status === 200 && objectIn(body)?.['data'] !== undefined);
}
