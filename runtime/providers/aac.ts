/** The aac store: key-values of a store of Azure App Configuration (providers-cloud 3.5). */
import { aac, isAacName } from '#schemas/providers/aac.js';
import type { At } from '#schemas/stores/address.js';
import type { Entry } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { ConfigurationApi, KEYS_AT_ONCE } from './aac/configuration-api.js';
import { References } from './aac/references.js';
import { hasTags, meaningOf, type Setting } from './aac/setting.js';
import { type StoreAddress, storeAddress } from './aac/store-address.js';
import { Entra } from './azure/entra.js';
import { endpointOf } from './bases/endpoint.js';
import { chunks } from './chunks.js';
import { EntryNames } from './entry-names.js';
import type {
  Answer,
  Call,
  ListAnswer,
  Listed,
  ProviderPorts,
  Refused,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { type Failed, failed, UNANSWERED } from './store-failure.js';

export const descriptor = aac;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const address = storeAddress(uri);
  const origin = endpointOf('aac', `https://${address.host}`, ports.environment);
  return typeof origin === 'string' ? new ConfigurationStore(uri, address, origin, ports) : origin;
}

type Found = Setting | { readonly kind: 'absent' } | Failed;

class ConfigurationStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #address: StoreAddress;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #entra: Entra | null;
  readonly #api: ConfigurationApi;
  readonly #entries: EntryNames;
  readonly #references: References;

  constructor(uri: StoreUri, address: StoreAddress, origin: string, ports: ProviderPorts) {
    const auth = uri.query.get('auth') ?? 'env';
    this.shown = renderStoreUri(uri);
    this.#address = address;
    this.#origin = origin;
    this.#context = ports.context;
    this.#entra = auth === 'connection_string' ? null : new Entra(auth, ports);
    this.#api = new ConfigurationApi(address, origin, this.#entra, ports);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#references = new References(uri, this.#entra, ports);
  }

  /** Five keys with one request; then each secret of a vault that they refer to once. */
  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const entries = requests.map((at) => this.#entries.of(at));
    const keys = entries.flatMap((entry) => (entry.kind === 'entry' ? entry.name : []));
    const found = await this.#found([...new Set(keys)], call);
    const references = [...found.values()].filter((one): one is Setting => {
      return one.kind === 'setting' && meaningOf(one) === 'reference';
    });
    const resolved = await this.#references.resolve(references, call);
    return entries.map((entry) => {
      const there = entry.kind === 'failed' ? entry : (found.get(entry.name) ?? UNANSWERED);
      if (there.kind !== 'setting') return there;
      const meaning = meaningOf(there);
      if (meaning === 'value') return { kind: 'found', value: SecretValue.fromText(there.value) };
      return meaning === 'reference' ? (resolved.get(there.value) ?? UNANSWERED) : meaning;
    });
  }

  /** One at a time: after a failure of the whole store no other key-value is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(
      entries,
      async (wanted) => {
        const entry = this.#entries.of(wanted.at);
        return entry.kind === 'failed' ? entry : this.#write(entry, wanted, call);
      },
      1,
    );
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      const entry = this.#entries.of(at);
      return entry.kind === 'failed' ? entry : this.#remove(entry.name, call);
    });
  }

  /** The key-values of this project and profile. One below them is listed with a `ref`. */
  async list(call: Call): Promise<ListAnswer> {
    const { project, profile } = this.#context;
    const start = `${this.#address.prefix}tool:${project}:${profile}:`;
    const settings = await this.#api.below(start, this.#address.tags, call);
    if ('failure' in settings) return settings;
    const unfit = settings.map(meaningOf).find((meaning) => typeof meaning !== 'string');
    if (typeof unfit === 'object') return unfit;
    const entries = settings.map(({ key }): Listed => {
      const name = key.slice(start.length);
      return isAacName(name) ? { name, at: null, native: { item: key } } : { name: key, at: { item: key } };
    });
    return { kind: 'listed', entries };
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    const { label, tags } = this.#address;
    const labelled = label === null ? '' : ` with the label ${cleaned(label)}`;
    const tagged = Object.keys(tags).length === 0 ? '' : ', with the tags of the address';
    return `aac: no key-value ${this.#entries.shown(at)}${labelled}${tagged}`;
  }

  async target(at: At): Promise<string> {
    const { host, label } = this.#address;
    const labelled = label === null ? '' : ` label=${cleaned(label)}`;
    return `store=${host} key=${this.#entries.shown(at)}${labelled}`;
  }

  async identity(at: At | null): Promise<string> {
    const store = `aac ${this.#address.host} ${this.#origin}\n${JSON.stringify(this.#address.label)}`;
    return at === null ? store : `${store}\n${this.#entries.keyOf(at)}`;
  }

  async close(): Promise<void> {
    await Promise.all([this.#api.http.close(), this.#entra?.close(), this.#references.close()]);
  }

  async #found(keys: readonly string[], call: Call): Promise<ReadonlyMap<string, Found>> {
    const parts = chunks(keys, KEYS_AT_ONCE);
    const answers = await this.#api.http.inBatch(parts, (part) => this.#parted(part, call));
    const all = parts.flatMap((part, index) => {
      const answer = answers[index] ?? UNANSWERED;
      return part.map((key): readonly [string, Found] => {
        return [key, 'failure' in answer ? answer : (answer.settings.get(key) ?? { kind: 'absent' })];
      });
    });
    return new Map(all);
  }

  async #parted(keys: readonly string[], call: Call) {
    const settings = await this.#api.settings(keys, this.#address.tags, call);
    return 'failure' in settings ? settings : { kind: 'settings' as const, settings };
  }

  /** The write names what it replaces, so that of two writers at the same moment the later one reads again. */
  async #write(
    { name: key }: Entry,
    { at, value, onlyIfAbsent }: WriteEntry,
    call: Call,
  ): Promise<WriteAnswer | Failed> {
    const text = value.revealText();
    if (text === null) return failed('not-text', 'Azure App Configuration can hold only UTF-8 text');
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const found = await this.#api.settings([key], {}, call);
      if ('failure' in found) return found;
      const before = found.get(key) ?? null;
      if (before !== null && onlyIfAbsent === true) return this.#present(before, at, call);
      const refusal = before === null ? null : this.#unchangeable(before);
      if (refusal !== null) return refusal;
      const written = await this.#api.put(key, text, before, call);
      if (written === 'written') return { kind: 'written' };
      if (written !== 'changed meanwhile') return written;
    }
    return CHANGED;
  }

  /** The value that is there already. */
  async #present(before: Setting, at: At, call: Call): Promise<WriteAnswer> {
    if (!hasTags(before, this.#address.tags)) return otherTags(before);
    const [answer = UNANSWERED] = await this.read([at], call);
    if (answer.kind === 'found') return { kind: 'present', value: answer.value };
    return answer.kind === 'failed' ? answer : CHANGED;
  }

  /** What the address would not read is not removed. */
  async #remove(key: string, call: Call): Promise<RemoveAnswer> {
    const found = await this.#api.settings([key], this.#address.tags, call);
    if ('failure' in found) return found;
    const before = found.get(key);
    if (before === undefined) return { kind: 'absent' };
    const refusal = this.#unchangeable(before);
    if (refusal !== null) return refusal;
    const removed = await this.#api.remove(before, call);
    if (removed === 'changed meanwhile') return CHANGED;
    return typeof removed === 'string' ? { kind: removed } : removed;
  }

  #unchangeable(setting: Setting): Failed | null {
    if (!hasTags(setting, this.#address.tags)) return otherTags(setting);
    const shown = `key-value \`${cleaned(setting.key)}\``;
    if (setting.isLocked) return failed('conflict', `${shown} is locked`, 'unlock it in the store first');
    const meaning = meaningOf(setting);
    if (meaning !== 'reference') return meaning === 'value' ? null : meaning;
    const help = 'write the secret in its vault, with a store `akv`';
    return failed('unsupported', `${shown} is a Key Vault reference, which is not replaced or removed`, help);
  }
}

const MOST_TRIES = 5;
const CHANGED = failed('conflict', 'other writers kept changing the key-value; nothing was done', 'try again');

function otherTags({ key }: Setting): Failed {
  return failed(
    'conflict',
    `key-value \`${cleaned(key)}\` is there without the tags of the address`,
    'give it these tags, or leave them out of the address',
  );
}
