/** A mount of the KV engine as a store: addresses, fields, writers at the same time (providers-cloud 3.6, 3.7). */
import { kvConventionName, kvEntry, refusesKvItem } from '#schemas/providers/kv-engine.js';
import { withoutSlashes } from '#schemas/providers/option-text.js';
import { type At, addressKey } from '#schemas/stores/address.js';
import { type Entry as EntryName, entryKey } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../../values/cleaned.js';
import { renderJsonValue } from '../../decode/json-document.js';
import { SecretValue } from '../../values/secret-value.js';
import { HttpApi } from '../bases/http-api.js';
import { EntryNames } from '../entry-names.js';
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
import { type Failed, failed, refused } from '../store-failure.js';
import { type Change, type Entry, KvEngine, type Path, type Written } from './kv-engine.js';
import { isInvalidToken, messageOf } from './kv-errors.js';
import { type KvProduct, settingOf, variableOf } from './kv-product.js';
import { addressOf, type KvAddress, serverOf } from './kv-server.js';
import { KvSignIn, methodOf } from './kv-sign-in.js';

export function openKv(uri: StoreUri, product: KvProduct, ports: ProviderPorts): Store | Refused {
  const address = addressOf(uri, product, ports);
  if ('failure' in address) return address;
  const mount = uri.path.split('/').filter((segment) => segment !== '');
  if (refusesKvItem(mount.join('/') || 'secret') !== null)
    return refused('unsupported', 'the path of the mount has a part that is `.` or `..`');
  return new KvStore(uri, address, mount.length === 0 ? ['secret'] : mount, product, ports);
}

interface Place {
  readonly kind: 'place';
  readonly path: Path;
  readonly field: string;
  /** Equal texts are one place. */
  readonly key: string;
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
  readonly #entries: EntryNames;
  /** Entries that exist without the requested field. */
  readonly #incomplete = new Set<string>();

  constructor(uri: StoreUri, address: KvAddress, mount: Path, product: KvProduct, ports: ProviderPorts) {
    const isVersioned = !['1', 'v1'].includes(uri.query.get('kv') ?? '2');
    const namespace = withoutSlashes(uri.userinfo?.user || settingOf(product, 'NAMESPACE', ports.environment));
    const headers = {
      'X-Vault-Request': 'true',
      ...(namespace !== '' && { 'X-Vault-Namespace': encodeURI(namespace) }),
    };
    this.shown = renderStoreUri(uri);
    this.#scheme = uri.scheme;
    this.#context = ports.context;
    this.#entries = new EntryNames({ entry: kvEntry }, uri, ports.context);
    // A server takes a namespace in the header and at the start of a path alike.
    const origin = `${address.origin}${address.basePath}`;
    this.#container = `kv ${origin}\n${[namespace, ...mount].filter((part) => part !== '').join('/')}`;
    const signingIn = new KvSignIn({ uri, origin, product, ports, headers });
    this.#api = new HttpApi(ports.http, {
      product: product.name,
      server: () => serverOf(address, product, ports),
      signIn: (call) => signingIn.signIn(this.#api, call),
      isExpired: isInvalidToken,
      messageOf,
      trustHelp: `name its authority in \`${variableOf(product, 'CACERT')}\``,
      plainHelp: `${uri.authority === '' ? `write \`http://\` in \`${variableOf(product, 'ADDR')}\`` : 'write `?tls=false`'} if it is on this machine: the token is then sent unencrypted`,
    });
    this.#engine = new KvEngine(this.#api, mount, { isVersioned, hasGivenToken: methodOf(uri) === 'token' });
    if (isVersioned) {
      this.remove = (entries, call) => this.#each<RemoveAnswer>(entries, ({ path }) => this.#engine.remove(path, call));
    }
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.eachIn<Entry, Answer>(
      requests,
      (at) => {
        const place = this.#placeOf(at);
        return place.kind === 'failed' ? addressKey(at) : JSON.stringify(place.path);
      },
      async (at) => {
        const place = this.#placeOf(at);
        if (place.kind === 'failed') return place;
        const entry = await this.#engine.read(place.path, call);
        return entry.kind === 'hidden' ? entry.why : entry;
      },
      (entry, at) => {
        const place = this.#placeOf(at);
        return place.kind === 'failed' ? place : this.#answer(entry, place);
      },
    );
  }

  /** One at a time: after a failure of the whole store no other entry is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const work = async (entry: WriteEntry) => {
      const place = this.#placeOf(entry.at);
      return place.kind === 'failed' ? place : this.#write(place, entry, call);
    };
    return this.#api.inBatch<WriteEntry, WriteAnswer>(entries, work, 1);
  }

  /** The entries by convention: their names are those of secrets. */
  async list(call: Call): Promise<ListAnswer> {
    const { project, profile } = this.#context;
    const names = await this.#engine.list(['tool', project, profile], call);
    if ('failure' in names) return names;
    const entries = names.map((name) => {
      return { name, at: null, native: { item: kvConventionName({ project, profile, key: name }), field: 'value' } };
    });
    return { kind: 'listed', entries };
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    const place = this.#placeOf(at);
    const entry = `entry ${this.#entries.shown(at)}`;
    return place.kind === 'place' && this.#incomplete.has(place.key)
      ? `${this.#scheme}: ${entry} has no field ${cleaned(place.field)}`
      : `${this.#scheme}: no ${entry}`;
  }

  async target(at: At): Promise<string> {
    const place = this.#placeOf(at);
    return `item=${this.#entries.shown(at)}${place.kind === 'failed' ? '' : ` field=${cleaned(place.field)}`}`;
  }

  async identity(at: At | null): Promise<string> {
    return at === null ? this.#container : `${this.#container}\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  #placeOf(at: At): Place | Failed {
    const entry = this.#entries.of(at);
    return entry.kind === 'failed' ? entry : placeOf(entry);
  }

  /** An unsafe address fails by itself, before the sign-in. */
  #each<Done>(addresses: readonly At[], work: (place: Place) => Promise<Done | Failed>): Promise<(Done | Failed)[]> {
    return this.#api.each<Done>(addresses, async (at) => {
      const place = this.#placeOf(at);
      return place.kind === 'failed' ? place : work(place);
    });
  }

  /** What is not text is rendered as `extract` does; null is a missing value (semantics 8.4). */
  #answer({ fields, rawOf, expiresAt }: Entry, place: Place): Answer {
    if (fields === null) return { kind: 'absent' };
    const field = Object.hasOwn(fields, place.field) ? fields[place.field] : null;
    if (field === null) {
      this.#incomplete.add(place.key);
      return { kind: 'absent' };
    }
    const raw = typeof field === 'string' ? null : rawOf(place.field);
    const value = typeof field === 'string' ? field : raw && renderJsonValue(raw);
    if (value === null) return failed('malformed', `field \`${cleaned(place.field)}\` is not valid JSON`);
    return { kind: 'found', value: SecretValue.fromText(value), ...(expiresAt !== null && { expiresAt }) };
  }

  /** Keeps other fields. With version 2 the write names the version it replaces, so that of two concurrent writers the later one reads again. */
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
      const change = { field: place.field, text };
      const written = await this.#engine.write(place.path, entry, change, call);
      if (written !== 'changed meanwhile') {
        const mayInherit = expiresAt === undefined && (entry?.expiresAt ?? null) === null;
        return mayInherit ? this.#madeLasting(place.path, written, change, call) : answerOf(written);
      }
    }
    return failed('conflict', 'other writers kept changing the entry; nothing was written', 'try again');
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
    return isOfAnother(refusal) ? null : refusal;
  }

  /**
   * A setting is not seen before the write if no version has been written with it, or the token may not read. What inherited it is
   * written once more: if that expires too, the setting is the mount's, and stays.
   */
  async #madeLasting(path: Path, written: Written | Failed, change: Change, call: Call): Promise<WriteAnswer> {
    if (written.kind === 'failed' || written.entry.expiresAt === null) return answerOf(written);
    const refusal = await this.#engine.expire(path, 0, call);
    if (refusal !== null) return isOfAnother(refusal) ? { kind: 'written' } : refusal;
    const again = await this.#engine.write(path, written.entry, change, call);
    // Another writer has replaced what was written.
    return again === 'changed meanwhile' ? { kind: 'written' } : answerOf(again);
  }
}

function answerOf(written: Written | Failed): WriteAnswer {
  return written.kind === 'failed' ? written : { kind: 'written' };
}

/** A token that may not change the setting did not make it: it is the mount's or another person's, and stays. */
function isOfAnother(refusal: Failed | null): boolean {
  return refusal?.failure.kind === 'denied';
}

const MOST_TRIES = 5;

function placeOf(entry: EntryName): Place {
  return { kind: 'place', path: entry.path ?? [], field: entry.field ?? '', key: entryKey(entry) };
}
