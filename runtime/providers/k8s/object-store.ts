/** A Secret or a ConfigMap as a store: each key is an entry (providers-cloud 3.12). */
import { k8sEntry, k8sObjectIn } from '#schemas/providers/k8s-object.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { EntryNames } from '../entry-names.js';
import { listedAs } from '../listed-as.js';
import type {
  Answer,
  Call,
  ListAnswer,
  Listed,
  ProviderPorts,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { ClusterApi } from './cluster-api.js';
import { type Changed, type Changes, type KubeObject, KubeObjects, type ObjectKind } from './object.js';

export function openObject(uri: StoreUri, kind: ObjectKind, ports: ProviderPorts): Store {
  return new ObjectStore(uri, kind, ports);
}

/** Of keys by convention. */
const PATTERN = 'tool--{project}--{profile}--{key}';
/** Of all keys of an object together, set by the API server. */
const MOST_BYTES = 1024 * 1024;
/** Each loss means that another writer won. */
const MOST_TRIES = 64;
const CONFLICT = failed('conflict', 'other writers kept changing the object; nothing was written');

class ObjectStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #kind: ObjectKind;
  readonly #uri: StoreUri;
  readonly #entries: EntryNames;
  readonly #context: ProviderPorts['context'];
  readonly #api: ClusterApi;
  readonly #objects: KubeObjects;

  constructor(uri: StoreUri, kind: ObjectKind, ports: ProviderPorts) {
    const { name, namespace } = k8sObjectIn(uri);
    this.shown = renderStoreUri(uri);
    this.#uri = uri;
    this.#entries = new EntryNames({ entry: k8sEntry }, uri, ports.context);
    this.#kind = kind;
    this.#context = ports.context;
    this.#api = new ClusterApi(uri.query.get('context') ?? '', ports);
    this.#objects = new KubeObjects(this.#api, kind, name, namespace);
  }

  /** One request gives all keys. */
  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const refusals = requests.map((at) => this.#entries.problem(at));
    if (refusals.every((refusal) => refusal !== null)) return refusals;
    const object = await this.#read(call);
    return requests.map((at, index) => refusals[index] ?? this.#answer(object, at));
  }

  /** One request for all. Entries that fill a gap name the version that had the gap. */
  async write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const refusals = entries.map((entry) => this.#entries.problem(entry.at) ?? this.#refusedValue(entry));
    const fine = entries.filter((_, index) => refusals[index] === null);
    const written = await this.#written(fine, call);
    const answers = written[Symbol.iterator]();
    return refusals.map((refusal) => refusal ?? answers.next().value ?? CONFLICT);
  }

  /** The object stays when its last key is removed: others may refer to it. */
  async remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const object = await this.#objects.read(call);
      if (object === 'no object') return entries.map(() => ({ kind: 'absent' }));
      if (object.kind === 'failed') return entries.map(() => object);
      const answers = entries.map(
        (at) => this.#entries.problem(at) ?? ({ kind: has(object, this.#keyOf(at)) ? 'removed' : 'absent' } as const),
      );
      const changes = new Map(
        entries.filter((_, index) => answers[index]?.kind === 'removed').map((at) => [this.#keyOf(at), null]),
      );
      if (changes.size === 0) return answers;
      const outcome = await this.#objects.change(changes, object.version, call);
      if (outcome === 'changed') return answers;
      if (typeof outcome !== 'string') return answers.map((answer) => (answer.kind === 'removed' ? outcome : answer));
    }
    return entries.map(() => CONFLICT);
  }

  async list(call: Call): Promise<ListAnswer> {
    const object = await this.#read(call);
    if (object.kind === 'failed') return object;
    const keys = Object.keys({ ...object.data, ...object.binaryData });
    return { kind: 'listed', entries: keys.map((key) => this.#listed(key)) };
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    return `${this.#kind.scheme}: no key ${this.#entries.shown(at)} in ${this.#kind.kind} ${k8sObjectIn(this.#uri).name}`;
  }

  async target(at: At): Promise<string> {
    return `item=${this.#entries.shown(at)}`;
  }

  /** Without a usable kubeconfig nothing is read or written, and the text of the address has to do. */
  async identity(at: At | null): Promise<string> {
    const { name, namespace } = k8sObjectIn(this.#uri);
    const cluster = await this.#api.cluster();
    const where = cluster.kind === 'failed' ? this.shown : `${cluster.server.origin}${cluster.basePath}`;
    const within = namespace ?? (cluster.kind === 'failed' ? '' : cluster.namespace);
    const object = `k8s ${where}\n${within}\n${this.#kind.resource}/${name}`;
    return at === null ? object : `${object}\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** Of an address that fits. */
  #keyOf(at: At): string {
    const entry = this.#entries.of(at);
    return entry.kind === 'failed' ? '' : entry.name;
  }

  async #read(call: Call): Promise<KubeObject | Failed> {
    const object = await this.#objects.read(call);
    return object === 'no object' ? this.#objects.absent() : object;
  }

  #answer(object: KubeObject | Failed, at: At): Answer {
    if (object.kind === 'failed') return object;
    const value = this.#objects.valueIn(object, this.#keyOf(at));
    if (value === null) return { kind: 'absent' };
    return 'failure' in value ? value : { kind: 'found', value };
  }

  #listed(key: string): Listed {
    const listed = listedAs(key, PATTERN, this.#context);
    const isOurs =
      listed.at === null && this.#entries.problem({ kind: 'convention', ...this.#context, key: listed.name }) === null;
    return isOurs ? listed : { name: key, at: { item: key } };
  }

  #refusedValue({ value }: WriteEntry): Failed | null {
    if (this.#kind.kind === 'ConfigMap' && value.revealText() === null)
      return failed('not-text', 'the value is not UTF-8 text');
    if (value.reveal().length <= MOST_BYTES) return null;
    return failed('unsupported', 'the value is larger than 1 MiB, which an object of Kubernetes cannot hold');
  }

  async #written(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const isGuarded = entries.some(({ onlyIfAbsent }) => onlyIfAbsent === true);
    let isMissing = false;
    for (let tries = 0; tries < MOST_TRIES && entries.length > 0; tries++) {
      const object = isGuarded ? await this.#objects.read(call) : null;
      if (object !== null && object !== 'no object' && object.kind === 'failed') return entries.map(() => object);
      const answers = entries.map((entry) => this.#kept(object, entry));
      const changes: Changes = new Map(
        entries.flatMap(({ at, value }, index) =>
          answers[index]?.kind === 'written' ? [[this.#keyOf(at), this.#held(value.reveal())]] : [],
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
  #kept(object: KubeObject | 'no object' | null, { at, onlyIfAbsent }: WriteEntry): WriteAnswer {
    if (onlyIfAbsent !== true || object === null || object === 'no object') return { kind: 'written' };
    const value = this.#objects.valueIn(object, this.#keyOf(at));
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
