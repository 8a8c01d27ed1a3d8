/** The scaleway store: secrets of Scaleway Secret Manager (providers-cloud 3.9). */
import { setTimeout as wait } from 'node:timers/promises';
import { scaleway, scalewayFolder } from '#schemas/providers/scaleway.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import type { SecretValue } from '../values/secret-value.js';
import { endpointOf } from './bases/endpoint.js';
import { type EntryAnswer, type EntryRequests, type EntryWrite, entryStore, oneAtATime } from './bases/entry-store.js';
import { valueOfField } from './bases/json-field.js';
import { presentOr } from './bases/present-value.js';
import { sizeProblem } from './bases/value-size.js';
import { listedAs } from './listed-as.js';
import type { Answer, Call, ProviderPorts, Refused, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type SecretSummary, ScalewayApi } from './scaleway/scaleway-api.js';
import { keyOf, PATTERN, pathOf, type ScalewaySecret, scalewaySecretOf } from './scaleway/scaleway-secret.js';
import { type Failed, failed, refused } from './store-failure.js';

export const descriptor = scaleway;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf(descriptor, uri, ports.environment);
  if (typeof origin !== 'string') return origin;
  const region = uri.authority || variableIn(ports.environment, 'SCW_DEFAULT_REGION') || 'fr-par';
  if (!/^[a-z]{2}-[a-z]{2,5}$/.test(region))
    return refused('unsupported', '`SCW_DEFAULT_REGION` is not a region', 'write a region such as `fr-par`');
  const project = uri.query.get('project_id') || variableIn(ports.environment, 'SCW_DEFAULT_PROJECT_ID');
  const help = 'write `scaleway://REGION?project_id=UUID`, or set `SCW_DEFAULT_PROJECT_ID`';
  if (project === '') return refused('unsupported', '`scaleway` names no project', help);
  const secrets = new Secrets(uri, { origin, region, project }, ports);
  return entryStore(descriptor, uri, ports, secrets);
}

/** Where the secrets of a project are. */
interface Account {
  readonly origin: string;
  readonly region: string;
  readonly project: string;
}

class Secrets implements EntryRequests {
  readonly noun = 'secret';
  readonly shown: string;
  /** With a slash at both ends. */
  readonly #folder: string;
  readonly #account: Account;
  readonly #context: ProviderPorts['context'];
  readonly #api: ScalewayApi;

  constructor(uri: StoreUri, account: Account, ports: ProviderPorts) {
    this.shown = canonicalSpec({ ...uri, authority: account.region });
    this.#folder = scalewayFolder(uri);
    this.#account = account;
    this.#context = ports.context;
    this.#api = new ScalewayApi(account, ports);
  }

  container(): string {
    const { origin, region, project } = this.#account;
    return `scaleway ${origin}\n${region}\n${project}`;
  }

  target(name: string): string {
    return `region=${this.#account.region} item=${name}, as its new version`;
  }

  /** Several entries may be fields of one secret, which is requested once. */
  read(entries: readonly Entry[], call: Call) {
    return this.#api.http.eachIn<Entry, Answer, EntryAnswer>(
      entries,
      (entry) => keyOf(scalewaySecretOf(entry)),
      (entry) => this.#api.access(scalewaySecretOf(entry), call),
      (answer, { name, field }) => (answer.kind === 'found' ? valueOfField(answer.value, field, name) : answer),
      call,
    );
  }

  valueProblem({ value, expiresAt }: WriteEntry): Failed | null {
    if (expiresAt !== undefined)
      return failed('unsupported', 'Scaleway Secret Manager does not let single values expire');
    return sizeProblem(value.reveal().length, MOST_BYTES, 'Scaleway Secret Manager');
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, call));
  }

  /** The secrets of this project and profile by key, others below the folder of the address with a `ref`. */
  async list(call: Call) {
    const names = await this.#api.names(call);
    if ('failure' in names) return names;
    const below = names.map(pathOf).filter((path) => path.startsWith(this.#folder));
    return below.map((path) => {
      const listed = listedAs(path.slice(this.#folder.length), PATTERN, this.#context);
      return { ...listed, [listed.at === null ? 'native' : 'at']: { item: path } };
    });
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  /** Adds a version, also if another writer adds one at the same time: no value is lost. */
  async #write({ entry, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const wanted = scalewaySecretOf(entry);
    if (onlyIfAbsent === true) return this.#writeFirst(wanted, value, call);
    const secret = await this.#secret(wanted, call);
    if (secret.kind === 'failed') return secret;
    const revision = await this.#api.addVersion(secret.id, value, call);
    return typeof revision === 'number' ? { kind: 'written' } : revision;
  }

  /**
   * A secret is created once, so of several writers that find no value, the one that creates the secret adds its first version and
   * the others wait for it. Where the secret is there without a version, the lowest one that is enabled wins, and others are disabled.
   */
  async #writeFirst(wanted: ScalewaySecret, value: SecretValue, call: Call): Promise<WriteAnswer> {
    const there = await this.#api.access(wanted, call);
    if (there.kind !== 'absent') return presentOr(there);
    const secret = await this.#secret(wanted, call);
    if (secret.kind === 'failed') return secret;
    for (const pause of pausesFor(secret)) {
      // After a call that is cancelled the request fails.
      await wait(pause, undefined, { signal: call.signal }).catch(() => {});
      const now = await this.#api.access(wanted, call);
      if (now.kind !== 'absent') return presentOr(now);
    }
    const revision = await this.#api.addVersion(secret.id, value, call);
    if (typeof revision !== 'number') return revision;
    return revision === 1 ? { kind: 'written' } : this.#yielded(wanted, secret.id, revision, call);
  }

  /** A secret, which may have to be created first. */
  async #secret(wanted: ScalewaySecret, call: Call): Promise<Sought | Failed> {
    const found = await this.#api.find(wanted, call);
    if (found?.kind === 'failed') return found;
    if (found !== null) return { ...found, creator: 'unknown' };
    const id = await this.#api.create(wanted, call);
    if (typeof id === 'string') return { kind: 'secret', id, hasVersions: false, creator: 'us' };
    if (id !== null) return id;
    // Another writer was first, or the secret waits for its deletion, in which it is not listed.
    const other = await this.#api.find(wanted, call);
    if (other === null) return deleted(wanted);
    return other.kind === 'failed' ? other : { ...other, creator: 'another writer' };
  }

  /** What counts if there may be a lower version that is enabled. */
  async #yielded(wanted: ScalewaySecret, id: string, revision: number, call: Call): Promise<WriteAnswer> {
    const enabled = await this.#api.enabledRevisions(id, call);
    if ('failure' in enabled) return enabled;
    const lowest = Math.min(...enabled, revision);
    if (lowest === revision) return { kind: 'written' };
    const refusal = await this.#api.disable(id, revision, call);
    return refusal ?? presentOr(await this.#api.access({ ...wanted, revision: String(lowest) }, call));
  }
}

const MOST_BYTES = 65_536;
/** A secret that was there, or had to be created. */
interface Sought extends SecretSummary {
  readonly creator: 'us' | 'another writer' | 'unknown';
}

/** Milliseconds to wait before each look for the first version. A writer that created the secret just now will add it; one that is there without versions may stay so. */
const PAUSES = [0, 50, 100, 200, 400];
const PAUSES_FOR_CREATOR = [...PAUSES, 800, 1600, 1600];

function pausesFor({ creator, hasVersions }: Sought): readonly number[] {
  if (creator === 'us') return [];
  if (hasVersions) return PAUSES.slice(0, 1);
  return creator === 'another writer' ? PAUSES_FOR_CREATOR : PAUSES;
}

function deleted(wanted: ScalewaySecret): Failed {
  const detail = `secret \`${cleaned(pathOf(wanted))}\` is scheduled for deletion`;
  return failed('failed', detail, 'restore it with `scw secret secret restore`, or wait until it is deleted');
}
