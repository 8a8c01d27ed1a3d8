/** The aac store: key-values of a store of Azure App Configuration (providers-cloud 3.5). */
import { aac, isAacName } from '#schemas/providers/aac.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { ConfigurationApi, KEYS_AT_ONCE } from './aac/configuration-api.js';
import { References } from './aac/references.js';
import { hasTags, meaningOf, type KeyValueSetting } from './aac/setting.js';
import { type StoreAddress, storeAddress } from './aac/store-address.js';
import { Entra } from './azure/entra.js';
import { endpointOf } from './bases/endpoint.js';
import { type EntryRequests, type EntryWrite, eachEntry, entryStore, oneAtATime } from './bases/entry-store.js';
import { chunks } from './chunks.js';
import type {
  Answer,
  Call,
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
  const origin = endpointOf(descriptor, uri, ports.environment);
  return typeof origin === 'string'
    ? entryStore(descriptor, uri, ports, new KeyValues(uri, address, origin, ports))
    : origin;
}

type SettingAnswer = KeyValueSetting | { readonly kind: 'absent' } | Failed;

class KeyValues implements EntryRequests {
  readonly #address: StoreAddress;
  readonly #origin: string;
  readonly #context: ProviderPorts['context'];
  readonly #entra: Entra | null;
  readonly #api: ConfigurationApi;
  readonly #references: References;

  constructor(uri: StoreUri, address: StoreAddress, origin: string, ports: ProviderPorts) {
    const auth = uri.query.get('auth') ?? 'env';
    this.#address = address;
    this.#origin = origin;
    this.#context = ports.context;
    this.#entra = auth === 'connection_string' ? null : new Entra(auth, ports);
    this.#api = new ConfigurationApi(address, origin, this.#entra, ports);
    this.#references = new References(uri, this.#entra, ports);
  }

  container(): string {
    return `aac ${this.#address.host} ${this.#origin}\n${JSON.stringify(this.#address.label)}`;
  }

  target(name: string): string {
    const { host, label } = this.#address;
    const labelled = label === null ? '' : ` label=${cleaned(label)}`;
    return `store=${host} key=${name}${labelled}`;
  }

  missing(name: string): string {
    const { label, tags } = this.#address;
    const labelled = label === null ? '' : ` with the label ${cleaned(label)}`;
    const tagged = Object.keys(tags).length === 0 ? '' : ', with the tags of the address';
    return `key-value ${name}${labelled}${tagged}`;
  }

  /** Five keys with one request; then each secret of a vault that they refer to once. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const found = await this.#found([...new Set(entries.map(({ name }) => name))], call);
    const references = [...found.values()].filter((one): one is KeyValueSetting => {
      return one.kind === 'setting' && meaningOf(one) === 'reference';
    });
    const resolved = await this.#references.resolve(references, call);
    return entries.map(({ name }) => {
      const there = found.get(name) ?? UNANSWERED;
      if (there.kind !== 'setting') return there;
      const meaning = meaningOf(there);
      if (meaning === 'value') return { kind: 'found', value: SecretValue.fromText(there.value) };
      return meaning === 'reference' ? (resolved.get(there.value) ?? UNANSWERED) : meaning;
    });
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    return value.revealText() === null ? failed('not-text', 'Azure App Configuration can hold only UTF-8 text') : null;
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, call));
  }

  remove(entries: readonly Entry[], call: Call) {
    return eachEntry(this.#api.http, entries, ({ name }) => this.#remove(name, call));
  }

  /** The key-values of this project and profile. One below them is listed with a `ref`. */
  async list(call: Call) {
    const { project, profile } = this.#context;
    const start = `${this.#address.prefix}tool:${project}:${profile}:`;
    const settings = await this.#api.below(start, this.#address.tags, call);
    if ('failure' in settings) return settings;
    const unfit = settings.map(meaningOf).find((meaning) => typeof meaning !== 'string');
    if (typeof unfit === 'object') return unfit;
    return settings.map(({ key }): Listed => {
      const name = key.slice(start.length);
      return isAacName(name) ? { name, at: null, native: { item: key } } : { name: key, at: { item: key } };
    });
  }

  close() {
    return Promise.all([this.#api.http.close(), this.#entra?.close(), this.#references.close()]);
  }

  async #found(keys: readonly string[], call: Call): Promise<ReadonlyMap<string, SettingAnswer>> {
    const parts = chunks(keys, KEYS_AT_ONCE);
    const answers = await this.#api.http.inBatch(parts, (part) => this.#parted(part, call));
    const all = parts.flatMap((part, index) => {
      const answer = answers[index] ?? UNANSWERED;
      return part.map((key): readonly [string, SettingAnswer] => {
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
  async #write({ entry, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const { name: key } = entry;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const found = await this.#api.settings([key], {}, call);
      if ('failure' in found) return found;
      const before = found.get(key) ?? null;
      if (before !== null && onlyIfAbsent === true) return this.#present(before, entry, call);
      const refusal = before === null ? null : this.#unchangeable(before);
      if (refusal !== null) return refusal;
      const written = await this.#api.put(key, value.revealText() ?? '', before, call);
      if (written === 'written') return { kind: 'written' };
      if (written !== 'changed meanwhile') return written;
    }
    return CHANGED;
  }

  /** The value that is there already. */
  async #present(before: KeyValueSetting, entry: Entry, call: Call): Promise<WriteAnswer> {
    if (!hasTags(before, this.#address.tags)) return otherTags(before);
    const [answer = UNANSWERED] = await this.read([entry], call);
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

  #unchangeable(setting: KeyValueSetting): Failed | null {
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

function otherTags({ key }: KeyValueSetting): Failed {
  return failed(
    'conflict',
    `key-value \`${cleaned(key)}\` is there without the tags of the address`,
    'give it these tags, or leave them out of the address',
  );
}
