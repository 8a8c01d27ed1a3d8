/** The API server of Kubernetes in memory: Secrets and ConfigMaps, tokens, roles, versions, merge patches; checked against a real one in `test/stores/k8s.mjs`. */
import type { HttpDouble } from '../../worlds/shared/http-store.js';
import type { FakeRequest, FakeResponse } from '../fake-http.js';

type Table = Record<string, unknown>;
interface KubeObject {
  readonly kind: string;
  readonly metadata: Table;
  data?: Table;
  binaryData?: Table;
  immutable?: boolean;
}
type Verb = 'get' | 'patch' | 'create';
const KINDS: Readonly<Record<string, string>> = { secrets: 'Secret', configmaps: 'ConfigMap' };
const VERBS: Readonly<Record<string, Verb>> = { GET: 'get', PATCH: 'patch', POST: 'create' };
const MOST_BYTES = 1024 * 1024;

export class FakeKubernetes implements HttpDouble {
  /** What each token may do. */
  readonly tokens = new Map<string, readonly Verb[]>([['root', ['get', 'patch', 'create']]]);
  readonly namespaces = new Set(['default', 'prod']);
  /** Called once before the next change: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  readonly #objects = new Map<string, KubeObject>();
  #version = 100;

  answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const rights = this.tokens.get((headers['authorization'] ?? '').replace('Bearer ', ''));
    if (rights === undefined) return refused(401, 'Unauthorized', 'Unauthorized');
    const [, namespace = '', resource = '', name = ''] =
      /^\/api\/v1\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/.exec(path.replace(/\?.*/u, '')) ?? [];
    const kind = KINDS[resource];
    const verb = VERBS[method];
    if (kind === undefined || verb === undefined) return { status: 404, body: '404 page not found\n' };
    if (!rights.includes(verb))
      return refused(403, 'Forbidden', `${resource} "${name}" is forbidden: cannot ${verb}`, { name, kind: resource });
    if (verb !== 'get') {
      this.meanwhile?.();
      this.meanwhile = null;
    }
    if (verb === 'create') return this.#create(namespace, resource, JSON.parse(body));
    const held = this.#objects.get(`${namespace}/${resource}/${name}`);
    if (held === undefined)
      return refused(404, 'NotFound', `${resource} "${name}" not found`, { name, kind: resource });
    if (verb === 'get') return { status: 200, body: held };
    if (headers['content-type'] !== 'application/merge-patch+json') return refused(415, 'UnsupportedMediaType', 'no');
    return this.#patch(`${namespace}/${resource}/${name}`, held, JSON.parse(body));
  }

  /** Lays an object out, as another client would; a Secret's values in base64. */
  put(place: string, content: Omit<KubeObject, 'kind' | 'metadata'>): void {
    const [, resource = '', name = ''] = place.split('/');
    const metadata = { name, resourceVersion: `${++this.#version}` };
    this.#objects.set(place, { kind: KINDS[resource] ?? '', metadata, ...content });
  }

  at(place: string): KubeObject | undefined {
    return this.#objects.get(place);
  }

  state(): unknown {
    return [...this.#objects];
  }

  #create(namespace: string, resource: string, object: KubeObject): FakeResponse {
    if (!this.namespaces.has(namespace))
      return refused(404, 'NotFound', `namespaces "${namespace}" not found`, { name: namespace, kind: 'namespaces' });
    const place = `${namespace}/${resource}/${object.metadata['name']}`;
    if (this.#objects.has(place)) return refused(409, 'AlreadyExists', 'already exists', {});
    const problem = problemOf(object);
    if (problem !== null) return problem;
    this.#objects.set(place, { ...object, metadata: { ...object.metadata, resourceVersion: `${++this.#version}` } });
    return { status: 201, body: this.at(place) };
  }

  #patch(place: string, held: KubeObject, patch: Table): FakeResponse {
    const version = (patch['metadata'] as Table | undefined)?.['resourceVersion'];
    if (version !== undefined && version !== held.metadata['resourceVersion'])
      return refused(409, 'Conflict', 'the object has been modified', {});
    const changed = merged(held as unknown as Table, patch) as unknown as KubeObject;
    if (held.immutable === true) return invalid('data', 'FieldValueForbidden');
    const problem = problemOf(changed);
    if (problem !== null) return problem;
    const metadata = { ...held.metadata, resourceVersion: `${++this.#version}` };
    this.#objects.set(place, { ...changed, metadata });
    return { status: 200, body: this.at(place) };
  }
}

/** RFC 7396. */
function merged(target: Table, patch: Table): Table {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const isTable = typeof value === 'object' && value !== null;
    if (value === null) result.delete(name);
    else result.set(name, isTable ? merged((result.get(name) ?? {}) as Table, value as Table) : value);
  }
  return Object.fromEntries(result);
}

function problemOf({ kind, data = {}, binaryData = {} }: KubeObject): FakeResponse | null {
  const both = Object.keys(data).find((key) => Object.hasOwn(binaryData, key));
  if (both !== undefined) return invalid(`data[${both}]`, 'FieldValueInvalid');
  const lengths = Object.values(data).map(
    (text) => Buffer.from(String(text), kind === 'Secret' ? 'base64' : 'utf8').length,
  );
  return lengths.reduce((sum, length) => sum + length, 0) > MOST_BYTES ? invalid('data', 'FieldValueTooLong') : null;
}

/** The message quotes the object, as that of a real one does. */
function invalid(field: string, reason: string): FakeResponse {
  const causes = [{ reason, field, message: 'canary-in-message' }];
  return refused(422, 'Invalid', 'is invalid: canary-in-message', { causes });
}

function refused(code: number, reason: string, message: string, details?: Table): FakeResponse {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code };
  return { status: code, body: { ...status, reason, message, ...(details && { details }) } };
}
