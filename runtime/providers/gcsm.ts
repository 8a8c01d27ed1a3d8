/** The gcsm store: secrets of a project of Google Cloud (providers-cloud 3.3). */
import { gcsm } from '#schemas/providers/gcsm.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { endpointOf } from './bases/endpoint.js';
import { presentOr } from './bases/present-value.js';
import { sizeProblem } from './bases/value-size.js';
import { conventionParts, unfitName, unfitPart, unfitVersion } from './entry-name.js';
import { SecretManager } from './gcsm/secret-manager.js';
import type {
  Answer,
  Call,
  ListAnswer,
  ProviderPorts,
  Refused,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { type Failed, failed, sentenceOf } from './store-failure.js';

export const descriptor = gcsm;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf('gcsm', 'https://secretmanager.googleapis.com', ports.environment);
  return typeof origin === 'string' ? new GoogleStore(uri, origin, ports) : origin;
}

class GoogleStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #project: string;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #api: SecretManager;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#context = ports.context;
    this.shown = renderStoreUri(uri);
    this.#project = uri.authority;
    this.#origin = origin;
    this.#api = new SecretManager(uri.authority, origin, ports);
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.http.each<Answer>(requests, async (at) => {
      return this.#problem(at) ?? this.#api.access(nameOf(at), versionOf(at), call);
    });
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(
      entries,
      async (entry) =>
        this.#problem(entry.at) ??
        sizeProblem(entry.value.reveal().length, MOST_BYTES, 'Secret Manager') ??
        this.#write(entry, call),
      1,
    );
  }

  /** With all versions, for ever. */
  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      const problem = this.#problem(at);
      if (problem !== null) return problem;
      const removed = await this.#api.remove(nameOf(at), call);
      return removed === 'removed' ? { kind: 'removed' } : removed;
    });
  }

  /** The secrets of this project and profile; a project of Google has many others. */
  async list(call: Call): Promise<ListAnswer> {
    const any: At = { kind: 'convention', ...this.#context, key: '' };
    const problem = this.#problem({ ...any, key: 'ANY' });
    if (problem !== null) return problem;
    const start = nameOf(any);
    const names = await this.#api.names(start, call);
    if ('failure' in names) return names;
    const keys = names.map((name) => name.slice(start.length)).filter((key) => PART.test(key));
    return { kind: 'listed', entries: keys.map((name) => ({ name, at: null, native: { item: start + name } })) };
  }

  async refusal(at: At): Promise<string | null> {
    const problem = this.#problem(at);
    return problem === null ? null : sentenceOf(problem);
  }

  async absence(at: At): Promise<string> {
    const secret = `secret ${cleaned(nameOf(at))}`;
    const version = versionOf(at);
    return version === LATEST ? `gcsm: no ${secret}` : `gcsm: no version ${cleaned(version)} of ${secret}`;
  }

  async target(at: At): Promise<string> {
    return `project=${this.#project} item=${cleaned(nameOf(at))}, as a new version`;
  }

  async identity(at: At | null): Promise<string> {
    const project = `gcsm ${this.#origin} ${this.#project}`;
    return at === null ? project : `${project}\n${JSON.stringify([nameOf(at), versionOf(at)])}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  /** A secret is created before its first version; with the right to add versions alone, an existing one gets another. */
  async #write({ at, value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    const name = nameOf(at);
    const created = await this.#api.create(name, call);
    if (typeof created !== 'string' && created.kind === 'failed') return created;
    if (onlyIfAbsent === true && created !== 'created') {
      const there = await this.#api.access(name, LATEST, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const added = await this.#api.add(name, value, call);
    if (typeof added === 'number')
      return onlyIfAbsent === true && added > 1 ? this.#giveWay(name, added, call) : { kind: 'written' };
    const isUnknown = added.kind === 'absent' || added.failure.kind === 'denied';
    if (typeof created !== 'string' && isUnknown) return created.why;
    return added.kind === 'absent' ? REMOVED : added;
  }

  /**
   * Another writer has added the first version since we looked, and its value is the one for all, also if the newest version is that of
   * a third writer, which gives way as we do. Ours must not stay the newest, and cannot be taken back: a version that is destroyed is
   * still the newest.
   */
  async #giveWay(name: string, ours: number, call: Call): Promise<WriteAnswer> {
    const first = await this.#api.access(name, '1', call);
    if (first.kind !== 'found') return presentOr(first);
    const latest = await this.#api.access(name, LATEST, call);
    if (latest.kind === 'found' && latest.number > ours) return presentOr(first);
    const added = await this.#api.add(name, first.value, call);
    if (typeof added === 'number') return presentOr(first);
    return added.kind === 'absent' ? REMOVED : added;
  }

  /** What the compiler cannot check: names by convention, items of templates, versions. */
  #problem(at: At): Failed | null {
    const help = 'use letters, digits, `_` and single `-`, or name an existing secret with a `ref`';
    const unfit = unfitPart(conventionParts(at), PART, 'a name of Secret Manager', help);
    const name = nameOf(at);
    const problem = unfit ?? unfitName(at, name, descriptor.refusesItem(name));
    if (problem !== null) return problem;
    const version = versionOf(at);
    if (/^([1-9]\d{0,14}|[A-Za-z][\w-]{0,62})$/.test(version)) return null;
    return unfitVersion(version, 'write a number such as `3` or an alias, or leave out `version` to get the newest');
  }
}

const LATEST = 'latest';
const MOST_BYTES = 65_536;
/** Two `-` separate the parts of a name. */
const PART = /^[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*$/;
const REMOVED = failed('conflict', 'the secret was deleted while its value was being stored', 'try again');

/** The `2` leaves room for names of an older layout (providers-cloud 3.3 (2)). */
function nameOf(at: At): string {
  return at.kind === 'native' ? at.item : `tool2--${at.project}--${at.profile}--${at.key}`;
}

function versionOf(at: At): string {
  return (at.kind === 'native' ? at.version : undefined) ?? LATEST;
}
