/** A mount of the KV engine as a store: addresses, fields, writers at the same time (providers-cloud 3.6, 3.7). */
import { refusesKvItem } from '#schemas/providers/kv-engine.js';
import { withoutSlashes } from '#schemas/providers/option-text.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { SecretValue } from '../../values/secret-value.js';
import { HttpApi } from '../bases/http-api.js';
import { renameAdvice } from '../entry-name.js';
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
} from '../provider.js';
import { cleaned, type Failed, failed, refused, sentenceOf } from '../store-failure.js';
import { type Entry, KvEngine, messageOf, type Path } from './kv-engine.js';
import { type KvProduct, settingOf, variableOf } from './kv-product.js';
import { originOf, serverOf } from './kv-server.js';
import { signIn } from './kv-sign-in.js';

export function openKv(uri: StoreUri, product: KvProduct, ports: ProviderPorts): Store | Refused {
  const origin = originOf(uri, product, ports);
  if (typeof origin !== 'string') return origin;
  const mount = uri.path.split('/').filter((segment) => segment !== '');
  if (refusesKvItem(mount.join('/') || 'secret') !== null)
    return refused('unsupported', 'the path of the mount has a part that is `.` or `..`');
  return new KvStore(uri, origin, mount.length === 0 ? ['secret'] : mount, product, ports);
}

interface Place {
  readonly path: Path;
  readonly field: string;
}

class KvStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly remove?: (entries: readonly At[], call: Call) => Promise<readonly RemoveAnswer[]>;
  readonly #scheme: string;
  readonly #api: HttpApi;
  readonly #engine: KvEngine;
  readonly #container: string;
  readonly #context: ProviderPorts['context'];
  /** Entries that exist without the requested field. */
  readonly #incomplete = new Set<string>();

  constructor(uri: StoreUri, origin: string, mount: Path, product: KvProduct, ports: ProviderPorts) {
    const isVersioned = !['1', 'v1'].includes(uri.query.get('kv') ?? '2');
    const namespace = withoutSlashes(uri.userinfo?.user || settingOf(product, 'NAMESPACE', ports.environment));
    const headers = {
      'X-Vault-Request': 'true',
      ...(namespace !== '' && { 'X-Vault-Namespace': encodeURI(namespace) }),
    };
    this.shown = renderStoreUri(uri);
    this.#scheme = uri.scheme;
    this.#context = ports.context;
    this.#container = `kv ${origin} ${namespace}\n${mount.join('/')}`;
    this.#api = new HttpApi(ports.http, {
      product: product.name,
      server: () => serverOf(origin, product, ports),
      signIn: (call) => signIn({ uri, product, ports, headers }, this.#api, call),
      isExpired: ({ status, body }) => status === 403 && messageOf(body)?.includes('invalid token') === true,
      messageOf,
      trustHelp: `name its authority in \`${variableOf(product, 'CACERT')}\``,
      plainHelp: `${uri.authority === '' ? `write \`http://\` in \`${variableOf(product, 'ADDR')}\`` : 'write `?tls=false`'} if it is on this machine: the token is then sent unencrypted`,
    });
    this.#engine = new KvEngine(this.#api, mount, isVersioned);
    if (isVersioned) {
      this.remove = (entries, call) => this.#each<RemoveAnswer>(entries, ({ path }) => this.#engine.remove(path, call));
    }
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#each<Answer>(requests, async (place) => {
      const entry = await this.#engine.read(place.path, call);
      if (entry.kind === 'hidden') return entry.why;
      return entry.kind === 'failed' ? entry : this.#answer(entry, place);
    });
  }

  /** One at a time: after a failure of the whole store no other entry is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const work = async (entry: WriteEntry) => refusedAddress(entry.at) ?? this.#write(placeOf(entry.at), entry, call);
    return this.#api.inBatch<WriteEntry, WriteAnswer>(entries, work, 1);
  }

  /** The entries by convention: their names are those of secrets. */
  async list(call: Call): Promise<ListAnswer> {
    const { project, profile } = this.#context;
    const names = await this.#engine.list(['tool', project, profile], call);
    return 'failure' in names ? names : { kind: 'listed', entries: names.map((name) => ({ name, at: null })) };
  }

  async refusal(at: At): Promise<string | null> {
    const refusal = refusedAddress(at);
    return refusal === null ? null : sentenceOf(refusal);
  }

  async absence(at: At): Promise<string> {
    const place = placeOf(at);
    const entry = `entry ${cleaned(place.path.join('/'))}`;
    return this.#incomplete.has(keyOf(place))
      ? `${this.#scheme}: ${entry} has no field ${cleaned(place.field)}`
      : `${this.#scheme}: no ${entry}`;
  }

  async target(at: At): Promise<string> {
    const { path, field } = placeOf(at);
    return `item=${path.join('/')} field=${field}`;
  }

  async identity(at: At | null): Promise<string> {
    return at === null ? this.#container : `${this.#container}\n${keyOf(placeOf(at))}`;
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** An unsafe address fails by itself, before the sign-in. */
  #each<Done>(addresses: readonly At[], work: (place: Place) => Promise<Done | Failed>): Promise<(Done | Failed)[]> {
    return this.#api.each<Done>(addresses, async (at) => refusedAddress(at) ?? work(placeOf(at)));
  }

  #answer({ fields, expiresAt }: Entry, place: Place): Answer {
    if (fields === null) return { kind: 'absent' };
    if (!Object.hasOwn(fields, place.field)) {
      this.#incomplete.add(keyOf(place));
      return { kind: 'absent' };
    }
    const value = fields[place.field];
    if (typeof value !== 'string') return failed('malformed', `field \`${cleaned(place.field)}\` is not text`);
    return { kind: 'found', value: SecretValue.fromText(value), ...(expiresAt !== null && { expiresAt }) };
  }

  /** Keeps other fields. With version 2 the write names the version it replaces, so that one of two concurrent writers fails. */
  async #write(place: Place, { value, expiresAt, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    const text = value.revealText();
    if (text === null) return failed('not-text', 'the value is not UTF-8 text');
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const read = await this.#engine.read(place.path, call);
      if (read.kind === 'failed') return read;
      // With the right to write but not to read, an entry is replaced: by convention it is this secret's alone.
      if (read.kind === 'hidden' && onlyIfAbsent === true) return read.why;
      const entry = read.kind === 'hidden' ? null : read;
      const there = entry === null || onlyIfAbsent !== true ? null : this.#answer(entry, place);
      if (there?.kind === 'failed') return there;
      if (there?.kind === 'found') return { kind: 'present', value: there.value };
      const refusal = await this.#setLifetime(place.path, entry, expiresAt, call);
      if (refusal !== null) return refusal;
      const fields = { ...entry?.fields, [place.field]: text };
      const written = await this.#engine.write(place.path, fields, entry?.version ?? null, call);
      if (written === 'written') return { kind: 'written' };
      if (written !== 'changed meanwhile') return written;
      if (onlyIfAbsent !== true) break;
    }
    return failed('conflict', 'another writer changed the entry at the same time; nothing was written');
  }

  /**
   * The setting applies to versions written after it, so it comes before the value. After a conflict it is not taken back: that
   * could be between the setting and the value of a third writer, whose entry would then never expire.
   */
  async #setLifetime(path: Path, entry: Entry | null, expiresAt: Date | undefined, call: Call): Promise<Failed | null> {
    if (expiresAt !== undefined) {
      const seconds = Math.ceil((expiresAt.getTime() - Date.now()) / 1000);
      return this.#engine.expire(path, Math.max(1, seconds), call);
    }
    if (entry === null || entry.expiresAt === null) return null;
    const refusal = await this.#engine.expire(path, 0, call);
    // A token that may not change the setting did not make it: it is the mount's or another person's, and stays.
    return refusal?.failure.kind === 'denied' ? null : refusal;
  }
}

const MOST_TRIES = 5;

/** By convention an entry of its own for each secret, so that its versions are those of one value. */
function placeOf(at: At): Place {
  if (at.kind === 'convention') return { path: ['tool', at.project, at.profile, at.key], field: 'value' };
  return { path: at.item.split('/'), field: at.field ?? 'value' };
}

/** What the compiler cannot check: names by convention, and items of templates. */
function refusedAddress(at: At): Failed | null {
  const item = placeOf(at).path.join('/');
  const problem = refusesKvItem(item);
  return problem === null ? null : failed('unsupported', `\`${cleaned(item)}\` ${problem}`, renameAdvice(at));
}

function keyOf({ path, field }: Place): string {
  return JSON.stringify([path, field]);
}
