/** A Secret or a ConfigMap on the API server: read whole, changed by keys (providers-cloud 3.12 (6) to (8)). */
import { SecretValue } from '../../values/secret-value.js';
import { valueInBase64 } from '../bases/base64.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type ClusterApi, statusOf } from './cluster-api.js';

/** What the two kinds differ in. */
export interface ObjectKind {
  readonly scheme: string;
  readonly kind: 'Secret' | 'ConfigMap';
  /** In paths and permissions. */
  readonly resource: 'secrets' | 'configmaps';
  /** As an argument of `kubectl create`. */
  readonly created: string;
}

export interface KubeObject {
  readonly kind: 'object';
  /** Changes with every write of anything in it. */
  readonly version: string;
  readonly data: Table;
  /** Only a ConfigMap has it. */
  readonly binaryData: Table;
}
type Table = Readonly<Record<string, unknown>>;

/** The new text of each key as the server holds it; null removes it. */
export type ObjectChanges = ReadonlyMap<string, string | null>;

export class KubeObjects {
  readonly #api: ClusterApi;
  readonly #kind: ObjectKind;
  readonly #name: string;
  readonly #namespace: string | null;

  /** `namespace`: null for that of the context. */
  constructor(api: ClusterApi, kind: ObjectKind, name: string, namespace: string | null) {
    this.#api = api;
    this.#kind = kind;
    this.#name = name;
    this.#namespace = namespace;
  }

  async read(call: Call): Promise<KubeObject | 'no object' | Failed> {
    const reply = await this.#ask({ method: 'GET', isRepeatable: true }, this.#name, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 404 && isMissing(reply)) return 'no object';
    if (reply.status !== 200) return this.#failure(reply, 'get');
    const body = objectIn(reply.body);
    const version = objectIn(body?.['metadata'])?.['resourceVersion'];
    const [data, binaryData] = ['data', 'binaryData'].map((part) => objectIn(body?.[part] ?? {}));
    if (!this.#isObject(reply) || typeof version !== 'string' || !data || !binaryData)
      return this.#api.malformed(reply);
    return { kind: 'object', version, data, binaryData };
  }

  /** Changes these keys and no others. `version`: the one that is changed; null changes any. */
  async change(changes: ObjectChanges, version: string | null, call: Call): Promise<Changed> {
    const guard = version === null ? {} : { metadata: { resourceVersion: version } };
    const json = { ...guard, ...this.#patch(changes) };
    const request = { method: 'PATCH', type: 'application/merge-patch+json', json, isRepeatable: false } as const;
    const reply = await this.#ask(request, this.#name, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 200) return this.#isObject(reply) ? 'changed' : this.#api.malformed(reply);
    if (reply.status === 409) return 'changed meanwhile';
    return reply.status === 404 && isMissing(reply) ? 'no object' : this.#failure(reply, 'patch');
  }

  /** Creates the object with these keys. */
  async create(data: ObjectChanges, call: Call): Promise<'changed' | 'changed meanwhile' | Failed> {
    const metadata = { name: this.#name, labels: { 'app.kubernetes.io/managed-by': 'tool' } };
    const json = { apiVersion: 'v1', kind: this.#kind.kind, metadata, data: Object.fromEntries(data) };
    const reply = await this.#ask({ method: 'POST', json, isRepeatable: false }, null, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 201) return this.#isObject(reply) ? 'changed' : this.#api.malformed(reply);
    if (reply.status === 409) return 'changed meanwhile';
    if (reply.status === 403) return failed('denied', await this.missing(), await this.#creationDenied());
    if (reply.status === 404 && statusOf(reply.body)?.kind === 'namespaces')
      return failed('failed', `namespace \`${await this.#inNamespace()}\` does not exist`);
    return this.#failure(reply, 'create');
  }

  /** The value of a key; null: it has none. */
  valueIn({ data, binaryData }: KubeObject, key: string): SecretValue | Failed | null {
    if (Object.hasOwn(binaryData, key)) return fromBase64(binaryData[key]);
    if (!Object.hasOwn(data, key)) return null;
    const held = data[key];
    if (this.#kind.kind === 'Secret') return fromBase64(held);
    return typeof held === 'string' ? SecretValue.fromText(held) : NOT_TEXT;
  }

  /** Why the whole object cannot be read: none of its keys is missing then (providers-cloud 4). */
  async absent(): Promise<Failed> {
    return failed('failed', await this.missing(), await this.#creation());
  }

  async missing(): Promise<string> {
    return `namespace \`${await this.#inNamespace()}\` has no ${this.#kind.kind} \`${this.#name}\``;
  }

  /** A success has the object: a page of a proxy has not. */
  #isObject({ body }: Reply): boolean {
    return objectIn(body)?.['kind'] === this.#kind.kind;
  }

  async #creation(): Promise<string> {
    return `check the address, or create it: kubectl create ${this.#kind.created} ${this.#name} --namespace ${await this.#inNamespace()}`;
  }

  async #creationDenied(): Promise<string> {
    return `${await this.#creation()}; or give the user a role that allows \`create\` on \`${this.#kind.resource}\``;
  }

  #patch(changes: ObjectChanges): Readonly<Record<string, unknown>> {
    const data = Object.fromEntries(changes);
    if (this.#kind.kind === 'Secret') return { data };
    // A key of a ConfigMap is in one of the two.
    return { data, binaryData: Object.fromEntries([...changes.keys()].map((key) => [key, null])) };
  }

  async #ask(
    request: Omit<Parameters<ClusterApi['ask']>[0], 'path'>,
    name: string | null,
    call: Call,
  ): Promise<Reply | Failed> {
    const namespace = await this.#inNamespace();
    const collection = `/api/v1/namespaces/${namespace}/${this.#kind.resource}`;
    const path = `${collection}${name === null ? '' : `/${name}`}${request.method === 'GET' ? '' : WRITER}`;
    return this.#api.ask({ ...request, path }, call);
  }

  /** The request that follows says why it is not known. */
  async #inNamespace(): Promise<string> {
    if (this.#namespace !== null) return this.#namespace;
    const cluster = await this.#api.cluster();
    return cluster.kind === 'failed' ? 'default' : cluster.namespace;
  }

  async #failure(reply: Reply, right: 'get' | 'patch' | 'create'): Promise<Failed> {
    const { kind, resource } = this.#kind;
    const status = statusOf(reply.body);
    const isInvalid = reply.status === 422 && status?.reason === 'Invalid';
    const causes = isInvalid ? (status?.causes ?? []) : [];
    if (reply.status === 413 || causes.some(({ reason }) => reason === 'FieldValueTooLong'))
      return failed('unsupported', `the ${kind} \`${this.#name}\` would be larger than 1 MiB`, 'use another object');
    if (causes.some(({ reason, field }) => reason === 'FieldValueForbidden' && field === 'data'))
      return failed('denied', `the ${kind} \`${this.#name}\` is immutable`, 'delete it and create it again');
    const what = `\`${resource}\` named \`${this.#name}\` in namespace \`${await this.#inNamespace()}\``;
    const help =
      reply.status === 401
        ? 'sign in to the cluster again'
        : `give the user a role that allows \`${right}\` on ${what}`;
    return this.#api.failureOf(reply, help);
  }
}

export type Changed = 'changed' | 'changed meanwhile' | 'no object' | Failed;

/** A 404 of the API server itself about the object; a proxy, or a wrong path, answers differently. */
function isMissing({ body }: Reply): boolean {
  const status = statusOf(body);
  return status?.reason === 'NotFound' && status.kind !== '';
}

/** Shown by `kubectl` as the manager of the keys. */
const WRITER = '?fieldManager=tool';

const NOT_TEXT = failed('malformed', 'Kubernetes sent a key whose value is not text');

function fromBase64(text: unknown): SecretValue | Failed {
  return valueInBase64(text) ?? NOT_TEXT;
}
