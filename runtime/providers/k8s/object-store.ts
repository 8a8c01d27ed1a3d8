/** A Secret or a ConfigMap as a store: each key is an entry (providers-cloud 3.12). */
import { k8sEntry, k8sObjectIn } from '#schemas/providers/k8s-object.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { type EntryRequests, type EntryWrite, entryStore } from '../bases/entry-store.js';
import { listedAs } from '../listed-as.js';
import type { Answer, Call, Listed, ProviderPorts, RemoveAnswer, Store, WriteAnswer, WriteEntry } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { ClusterApi } from './cluster-api.js';
import { type Changed, type ObjectChanges, type KubeObject, KubeObjects, type ObjectKind } from './object.js';

export function openObject(uri: StoreUri, kind: ObjectKind, ports: ProviderPorts): Store {
  return entryStore({ entry: k8sEntry }, uri, ports, new Keys(uri, kind, ports));
}

/** The pattern of keys by convention. */
const PATTERN = 'tool--{project}--{profile}--{key}';
/** The limit of the API server for all keys of an object together. */
const MOST_BYTES = 1024 * 1024;
/** Each loss means that another writer won. */
const MOST_TRIES = 64;
const CONFLICT = failed('conflict', 'other writers kept changing the object; nothing was written');

class Keys implements EntryRequests {
  readonly noun = 'key';
  readonly #kind: ObjectKind;
  readonly #uri: StoreUri;
  readonly #context: ProviderPorts['context'];
  readonly #api: ClusterApi;
  readonly #objects: KubeObjects;

  constructor(uri: StoreUri, kind: ObjectKind, ports: ProviderPorts) {
    const { name, namespace } = k8sObjectIn(uri);
    this.#uri = uri;
    this.#kind = kind;
    this.#context = ports.context;
    this.#api = new ClusterApi(uri.query.get('context') ?? '', ports);
    this.#objects = new KubeObjects(this.#api, kind, name, namespace);
  }

  /** Without a usable kubeconfig nothing is read or written, and the text of the address has to do. */
  async container(): Promise<string> {
    const { name, namespace } = k8sObjectIn(this.#uri);
    const cluster = await this.#api.cluster();
    const where = cluster.kind === 'failed' ? renderStoreUri(this.#uri) : `${cluster.server.origin}${cluster.basePath}`;
    const within = namespace ?? (cluster.kind === 'failed' ? '' : cluster.namespace);
    return `k8s ${where}\n${within}\n${this.#kind.resource}/${name}`;
  }

  target(name: string): string {
    return `item=${name}`;
  }

  missing(name: string): string {
    return `key ${name} in ${this.#kind.kind} ${k8sObjectIn(this.#uri).name}`;
  }

  /** One request gives all keys. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const object = await this.#read(call);
    return entries.map(({ name }) => {
      if (object.kind === 'failed') return object;
      const value = this.#objects.valueIn(object, name);
      if (value === null) return { kind: 'absent' };
      return 'failure' in value ? value : { kind: 'found', value };
    });
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    if (this.#kind.kind === 'ConfigMap' && value.revealText() === null)
      return failed('not-text', 'the value is not UTF-8 text');
    if (value.reveal().length <= MOST_BYTES) return null;
    return failed('unsupported', 'the value is larger than 1 MiB, which an object of Kubernetes cannot hold');
  }

  /** The object stays when its last key is removed: others may refer to it. */
  async remove(entries: readonly Entry[], call: Call): Promise<readonly RemoveAnswer[]> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const object = await this.#objects.read(call);
      if (object === 'no object') return entries.map(() => ({ kind: 'absent' }));
      if (object.kind === 'failed') return entries.map(() => object);
      const answers = entries.map(({ name }): RemoveAnswer => ({ kind: has(object, name) ? 'removed' : 'absent' }));
      const there = entries.filter(({ name }) => has(object, name));
      if (there.length === 0) return answers;
      const changes = new Map(there.map(({ name }) => [name, null]));
      const outcome = await this.#objects.change(changes, object.version, call);
      if (outcome === 'changed') return answers;
      if (typeof outcome !== 'string') return answers.map((answer) => (answer.kind === 'removed' ? outcome : answer));
    }
    return entries.map(() => CONFLICT);
  }

  async list(call: Call) {
    const object = await this.#read(call);
    if (object.kind === 'failed') return object;
    return Object.keys({ ...object.data, ...object.binaryData }).map((key) => this.#listed(key));
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  async #read(call: Call): Promise<KubeObject | Failed> {
    const object = await this.#objects.read(call);
    return object === 'no object' ? this.#objects.absent() : object;
  }

  #listed(key: string): Listed {
    const listed = listedAs(key, PATTERN, this.#context);
    const isOurs =
      listed.at === null && k8sEntry({ kind: 'convention', ...this.#context, key: listed.name }).kind === 'entry';
    return isOurs ? listed : { name: key, at: { item: key } };
  }

  /** One request for all. Entries that fill a gap name the version that had the gap. */
  async write(entries: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const isGuarded = entries.some(({ onlyIfAbsent }) => onlyIfAbsent === true);
    let isMissing = false;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const object = isGuarded ? await this.#objects.read(call) : null;
      if (object !== null && object !== 'no object' && object.kind === 'failed') return entries.map(() => object);
      const answers = entries.map((wanted) => this.#kept(object, wanted));
      const changes: ObjectChanges = new Map(
        entries.flatMap(({ entry, value }, index) =>
          answers[index]?.kind === 'written' ? [[entry.name, this.#held(value.reveal())]] : [],
        ),
      );
      if (changes.size === 0) return answers;
      const outcome: Changed =
        isMissing || object === 'no object'
          ? await this.#objects.create(changes, call)
          : await this.#objects.change(changes, object?.version ?? null, call);
      if (outcome === 'changed') return answers;
      if (typeof outcome !== 'string') return answers.map((answer) => (answer.kind === 'written' ? outcome : answer));
      isMissing = outcome === 'no object';
    }
    return entries.map(() => CONFLICT);
  }

  /** What becomes of an entry if the write succeeds. */
  #kept(object: KubeObject | 'no object' | null, { entry, onlyIfAbsent }: EntryWrite): WriteAnswer {
    if (onlyIfAbsent !== true || object === null || object === 'no object') return { kind: 'written' };
    const value = this.#objects.valueIn(object, entry.name);
    if (value === null) return { kind: 'written' };
    return 'failure' in value ? value : { kind: 'present', value };
  }

  #held(bytes: Uint8Array): string {
    return Buffer.from(bytes).toString(this.#kind.kind === 'Secret' ? 'base64' : 'utf8');
  }
}

function has({ data, binaryData }: KubeObject, key: string): boolean {
  return Object.hasOwn(data, key) || Object.hasOwn(binaryData, key);
}
