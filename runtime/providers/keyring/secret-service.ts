/**
 * The Secret Service of a Linux desktop (gnome-keyring, KWallet, KeePassXC), with one connection for all entries. An entry is the
 * item with the attributes `service` and `username`, in whatever collection it is (providers-local 2).
 */
import { StoreFailureError } from '../store-failure.js';
import { BusConnection } from './bus/connection.js';
import { asList, asText, type BusValue, Variant } from './bus/values.js';
import type { Keyring, KeyringEntry } from './keyring.js';
import { AMBIGUOUS, LOCKED, NO_DEFAULT, NOT_CREATED } from './keyring-failure.js';
import { ServicePrompts } from './service-prompts.js';
import { INTERFACE, NONE, SERVICE, ServiceSession } from './service-session.js';

const MOST_AT_ONCE = 50;

/** The keyring of the session bus that is on one of the sockets. Throws a `BusFault` or a `StoreFault`. */
export async function openSecretService(
  sockets: readonly string[],
  mayUnlock: boolean,
  signal: AbortSignal,
): Promise<Keyring> {
  const bus = await BusConnection.open(sockets, signal);
  try {
    const session = await ServiceSession.open(bus);
    // KeePassXC asks to be unlocked when it is searched.
    if (!mayUnlock && (await session.isLocked())) throw new StoreFailureError(LOCKED.failure);
    const prompts = new ServicePrompts(session, mayUnlock);
    return {
      kind: 'keyring',
      mostAtOnce: MOST_AT_ONCE,
      entry: (service, account) => new SecretServiceEntry(session, prompts, service, account),
      close: () => bus.close(),
    };
  } catch (error) {
    bus.close();
    throw error;
  }
}

class SecretServiceEntry implements KeyringEntry {
  readonly #session: ServiceSession;
  readonly #prompts: ServicePrompts;
  readonly #name: string;
  readonly #account: string;

  constructor(session: ServiceSession, prompts: ServicePrompts, name: string, account: string) {
    this.#session = session;
    this.#prompts = prompts;
    this.#name = name;
    this.#account = account;
  }

  async read(): Promise<Uint8Array | null> {
    const item = await this.#item();
    return item === null ? null : this.#session.secretOf(item);
  }

  async write(value: Uint8Array): Promise<void> {
    const item = await this.#itemOrCreate(value);
    if (item !== null)
      await this.#session.call(item, 'Item', 'SetSecret', '(oayays)', [this.#session.encrypted(value)]);
  }

  async add(value: Uint8Array): Promise<Uint8Array | null> {
    const item = await this.#itemOrCreate(value);
    return item === null ? null : this.#session.secretOf(item);
  }

  async remove(): Promise<boolean> {
    const item = await this.#item();
    if (item === null) return false;
    const [prompt] = await this.#session.call(item, 'Item', 'Delete', '', []);
    await this.#prompts.decided(asText(prompt));
    return true;
  }

  /** Its item, unlocked; null if there is none. */
  async #item(): Promise<string | null> {
    const [unlocked, locked] = await this.#session.call(SERVICE, 'Service', 'SearchItems', 'a{ss}', [this.#attributes]);
    const [item, another] = [...asList(unlocked), ...asList(locked)];
    if (another !== undefined) throw new StoreFailureError(AMBIGUOUS.failure);
    if (item === undefined) return null;
    if (asList(locked).length > 0) await this.#prompts.unlock(asText(item));
    return asText(item);
  }

  /** Its item; null if there was none and it was created with the value. KeePassXC does not show what is in a locked collection. */
  async #itemOrCreate(value: Uint8Array): Promise<string | null> {
    const shown = await this.#item();
    if (shown !== null) return shown;
    const collection = await this.#session.defaultCollection();
    if (collection === null) throw new StoreFailureError(NO_DEFAULT.failure);
    await this.#prompts.unlock(collection);
    const hidden = await this.#item();
    if (hidden === null) await this.#create(collection, value);
    return hidden;
  }

  async #create(collection: string, value: Uint8Array): Promise<void> {
    const properties = [
      [`${INTERFACE}.Item.Label`, new Variant('s', `keyring:${this.#account}@${this.#name}`)],
      [`${INTERFACE}.Item.Attributes`, new Variant('a{ss}', this.#attributes)],
    ];
    const body = [properties, this.#session.encrypted(value), true];
    const [path, prompt] = await this.#session.call(collection, 'Collection', 'CreateItem', 'a{sv}(oayays)b', body);
    const created = path === NONE ? await this.#prompts.decided(asText(prompt)) : path;
    if (typeof created !== 'string' || created === NONE) throw new StoreFailureError(NOT_CREATED.failure);
  }

  get #attributes(): readonly BusValue[] {
    return [
      ['service', this.#name],
      ['username', this.#account],
    ];
  }
}
