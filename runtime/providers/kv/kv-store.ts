/** A mount of the KV engine as a store: addresses, fields, writers at the same time (providers-cloud 3.6, 3.7). */
import { kvConventionName, kvEntry, kvPathProblem } from '#schemas/providers/kv-engine.js';
import { withoutSlashes } from '#schemas/providers/option-text.js';
import type { Entry as EntryName } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { renderJsonValue } from '../../decode/json-document.js';
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import {
  type EntryAnswer,
  type EntryRequests,
  type EntryWrite,
  eachEntry,
  entryStore,
  oneAtATime,
} from '../bases/entry-store.js';
import { HttpApi } from '../bases/http-api.js';
import type { Call, ProviderPorts, Refused, RemoveAnswer, Store, WriteAnswer, WriteEntry } from '../provider.js';
import { type Failed, failed, refused } from '../store-failure.js';
import { type FieldChange, type KvEntry, KvEngine, type KvPath, type WrittenEntry } from './kv-engine.js';
import { isInvalidToken, messageOf } from './kv-errors.js';
import { type KvProduct, settingOf, variableOf } from './kv-product.js';
import { addressOf, type KvAddress, serverOf } from './kv-server.js';
import { KvSignIn, methodOf } from './kv-sign-in.js';

export function openKv(uri: StoreUri, product: KvProduct, ports: ProviderPorts): Store | Refused {
  const address = addressOf(uri, product, ports);
  if ('failure' in address) return address;
  const mount = uri.path.split('/').filter((segment) => segment !== '');
  if (kvPathProblem(mount.join('/') || 'secret') !== null)
    return refused('unsupported', 'the path of the mount has a part that is `.` or `..`');
  const path = mount.length === 0 ? ['secret'] : mount;
  return entryStore({ entry: kvEntry }, uri, ports, new KvEntries(uri, address, path, product, ports));
}

class KvEntries implements EntryRequests {
  readonly noun = 'entry';
  readonly remove?: NonNullable<EntryRequests['remove']>;
  readonly #api: HttpApi;
  readonly #engine: KvEngine;
  readonly #container: string;
  readonly #context: ProviderPorts['context'];

  constructor(uri: StoreUri, address: KvAddress, mount: KvPath, product: KvProduct, ports: ProviderPorts) {
    const isVersioned = !['1', 'v1'].includes(uri.query.get('kv') ?? '2');
    const namespace = withoutSlashes(uri.userinfo?.user || settingOf(product, 'NAMESPACE', ports.environment));
    const headers = {
      'X-Vault-Request': 'true',
      ...(namespace !== '' && { 'X-Vault-Namespace': encodeURI(namespace) }),
    };
    this.#context = ports.context;
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
      this.remove = (entries, call) =>
        eachEntry<RemoveAnswer>(this.#api, entries, ({ path = [] }) => this.#engine.remove(path, call));
    }
  }

  container(): string {
    return this.#container;
  }

  target(name: string, { field = '' }: EntryName): string {
    return `item=${name} field=${cleaned(field)}`;
  }

  /** Several may be fields of one entry, which is requested once. */
  read(entries: readonly EntryName[], call: Call): Promise<readonly EntryAnswer[]> {
    return this.#api.eachIn<EntryName, KvEntry, EntryAnswer>(
      entries,
      ({ path }) => JSON.stringify(path),
      async ({ path = [] }) => {
        const entry = await this.#engine.read(path, call);
        return entry.kind === 'hidden' ? entry.why : entry;
      },
      answerIn,
      call,
    );
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    return value.revealText() === null ? failed('not-text', 'the value is not UTF-8 text') : null;
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api, wanted, (one) => this.#write(one, call));
  }

  /** The entries by convention: their names are those of secrets. */
  async list(call: Call) {
    const { project, profile } = this.#context;
    const names = await this.#engine.list(['tool', project, profile], call);
    if ('failure' in names) return names;
    return names.map((name) => {
      return { name, at: null, native: { item: kvConventionName({ project, profile, key: name }), field: 'value' } };
    });
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** Keeps other fields. With version 2 the write names the version it replaces, so that of two concurrent writers the later one reads again. */
  async #write({ entry: name, value, expiresAt, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const { path = [], field = '' } = name;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const read = await this.#engine.read(path, call);
      if (read.kind === 'failed') return read;
      // With the right to write but not to read, an entry is replaced: by convention it is this secret's alone.
      if (read.kind === 'hidden' && onlyIfAbsent === true) return read.why;
      const entry = read.kind === 'hidden' ? null : read;
      const there = entry === null || onlyIfAbsent !== true ? null : answerIn(entry, name);
      if (there?.kind === 'failed') return there;
      if (there?.kind === 'found') return { kind: 'present', value: there.value };
      const refusal = await this.#setLifetime(path, entry, expiresAt, call);
      if (refusal !== null) return refusal;
      const change = { field, text: value.revealText() ?? '' };
      const written = await this.#engine.write(path, entry, change, call);
      if (written !== 'changed meanwhile') {
        const mayInherit = expiresAt === undefined && (entry?.expiresAt ?? null) === null;
        return mayInherit ? this.#madeLasting(path, written, change, call) : answerOf(written);
      }
    }
    return failed('conflict', 'other writers kept changing the entry; nothing was written', 'try again');
  }

  /**
   * The setting applies to versions written after it, so it comes before the value. After a conflict it is not taken back: that
   * could be between the setting and the value of a third writer, whose entry would then never expire.
   */
  async #setLifetime(
    path: KvPath,
    entry: KvEntry | null,
    expiresAt: Date | undefined,
    call: Call,
  ): Promise<Failed | null> {
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
  async #madeLasting(
    path: KvPath,
    written: WrittenEntry | Failed,
    change: FieldChange,
    call: Call,
  ): Promise<WriteAnswer> {
    if (written.kind === 'failed' || written.entry.expiresAt === null) return answerOf(written);
    const refusal = await this.#engine.expire(path, 0, call);
    if (refusal !== null) return isOfAnother(refusal) ? { kind: 'written' } : refusal;
    const again = await this.#engine.write(path, written.entry, change, call);
    // Another writer has replaced what was written.
    return again === 'changed meanwhile' ? { kind: 'written' } : answerOf(again);
  }
}

/** What is not text is rendered as `extract` does; null is a missing value (semantics 8.4). */
function answerIn({ fields, rawOf, expiresAt }: KvEntry, { field: name = '' }: EntryName): EntryAnswer {
  if (fields === null) return { kind: 'absent' };
  const field = Object.hasOwn(fields, name) ? fields[name] : null;
  if (field === null) return { kind: 'no field' };
  const raw = typeof field === 'string' ? null : rawOf(name);
  const value = typeof field === 'string' ? field : raw && renderJsonValue(raw);
  if (value === null) return failed('malformed', `field \`${cleaned(name)}\` is not valid JSON`);
  return { kind: 'found', value: SecretValue.fromText(value), ...(expiresAt !== null && { expiresAt }) };
}

function answerOf(written: WrittenEntry | Failed): WriteAnswer {
  return written.kind === 'failed' ? written : { kind: 'written' };
}

/** A token that may not change the setting did not make it: it is the mount's or another person's, and stays. */
function isOfAnother(refusal: Failed | null): boolean {
  return refusal?.failure.kind === 'denied';
}

const MOST_TRIES = 5;
