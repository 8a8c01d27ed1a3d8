/**
 * The Secret Service of a Linux desktop (gnome-keyring, KWallet, KeePassXC), with one connection for all entries. An entry is the
 * item with the attributes `service` and `username`, in whatever collection it is (providers-local 2).
 */
import { StoreFault } from '../store-failure.js';
import { BusFault } from './bus/bus-fault.js';
import { BusConnection } from './bus/connection.js';
import { asBytes, asList, asText, type BusValue, Variant } from './bus/values.js';
import type { Keyring, KeyringEntry } from './keyring.js';
import { AMBIGUOUS, LOCKED, NO_DEFAULT, NO_KEY } from './keyring-failure.js';
import { ALGORITHM, SessionCipher } from './session-cipher.js';

const DESTINATION = 'org.freedesktop.secrets';
const INTERFACE = 'org.freedesktop.Secret';
const SERVICE = '/org/freedesktop/secrets';
/** Instead of a path, where there is nothing. */
const NONE = '/';
const CONTENT_TYPE = 'application/octet-stream';

/** A session on the user's session bus, which is on one of the sockets. Throws a `BusFault` or a `StoreFault`. */
export async function openSecretService(sockets: readonly string[], signal: AbortSignal): Promise<Keyring> {
  const bus = await BusConnection.open(sockets, signal);
  try {
    const service = new SecretService(bus);
    // gnome-keyring aborts when it handles `OpenSession` of a client that it has not registered yet, as may happen with the
    // first request of a client (its issue 196).
    await service.defaultCollection();
    await service.begin();
    return service;
  } catch (error) {
    bus.close();
    throw error;
  }
}

class SecretService implements Keyring {
  readonly kind = 'keyring';
  readonly mostAtOnce = 50;
  readonly #bus: BusConnection;
  #session = NONE;
  /** When all that was to be unlocked so far is. */
  #unlocked = Promise.resolve();
  #cipher: SessionCipher | null = null;

  constructor(bus: BusConnection) {
    this.#bus = bus;
  }

  async begin(): Promise<void> {
    this.#cipher = await SessionCipher.agree(async (ours) => {
      const key = new Variant('ay', ours);
      const [theirs, session] = await this.call(SERVICE, 'Service', 'OpenSession', 'sv', [ALGORITHM, key]);
      this.#session = asText(session);
      return asBytes(theirs instanceof Variant ? theirs.value : undefined);
    });
    if (this.#cipher === null) throw new StoreFault(NO_KEY.failure);
  }

  entry(service: string, account: string): KeyringEntry {
    return new Entry(this, service, account);
  }

  close(): void {
    this.#bus.close();
  }

  call(
    path: string,
    type: 'Service' | 'Collection' | 'Item' | 'Prompt',
    member: string,
    signature: string,
    body: readonly BusValue[],
  ): Promise<readonly BusValue[]> {
    const to = { destination: DESTINATION, path, interface: `${INTERFACE}.${type}` };
    return this.#bus.call({ ...to, member, signature, body });
  }

  /** Null if there is none. */
  async defaultCollection(): Promise<string | null> {
    const [path] = await this.call(SERVICE, 'Service', 'ReadAlias', 's', ['default']);
    return path === NONE ? null : asText(path);
  }

  async secretOf(item: string): Promise<Uint8Array> {
    const [secret] = await this.call(item, 'Item', 'GetSecret', 'o', [this.#session]);
    const [, start, encrypted] = asList(secret);
    const value = this.#cipher?.decrypt(asBytes(start), asBytes(encrypted));
    if (value === null || value === undefined) throw new StoreFault(NO_KEY.failure);
    return value;
  }

  /** As the type `(oayays)`. */
  encrypted(value: Uint8Array): readonly BusValue[] {
    if (this.#cipher === null) throw new StoreFault(NO_KEY.failure);
    const { start, encrypted } = this.#cipher.encrypt(value);
    return [this.#session, start, encrypted, CONTENT_TYPE];
  }

  /** Unlocks an item or a collection. A locked one prompts the user; after a prompt that was dismissed there is no other one. */
  unlock(path: string): Promise<void> {
    this.#unlocked = this.#unlocked.then(async () => {
      const [, prompt] = await this.call(SERVICE, 'Service', 'Unlock', 'ao', [[path]]);
      await this.prompt(asText(prompt));
    });
    return this.#unlocked;
  }

  /** Waits for what the user does about the prompt, if there is one. */
  async prompt(path: string): Promise<void> {
    if (path === NONE) return;
    const ofPrompt = `type='signal',interface='${INTERFACE}.Prompt',member='Completed',path='${path}'`;
    const ofEnd = `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${DESTINATION}'`;
    for (const rule of [ofPrompt, ofEnd]) await this.#bus.subscribe(rule);
    const [{ member, body }] = await Promise.all([
      this.#bus.signal(({ path: at, member }) => at === path || member === 'NameOwnerChanged'),
      this.call(path, 'Prompt', 'Prompt', 's', ['']),
    ]);
    if (member !== 'Completed') throw new BusFault('unreachable', 'the keyring ended while it waited to be unlocked');
    if (body[0] === true) throw new StoreFault(LOCKED.failure);
  }
}

class Entry implements KeyringEntry {
  readonly #service: SecretService;
  readonly #name: string;
  readonly #account: string;

  constructor(service: SecretService, name: string, account: string) {
    this.#service = service;
    this.#name = name;
    this.#account = account;
  }

  async read(): Promise<Uint8Array | null> {
    const item = await this.#item();
    return item === null ? null : this.#service.secretOf(item);
  }

  async write(value: Uint8Array): Promise<void> {
    const item = await this.#item();
    if (item === null) return this.#create(value);
    await this.#service.call(item, 'Item', 'SetSecret', '(oayays)', [this.#service.encrypted(value)]);
  }

  async remove(): Promise<boolean> {
    const item = await this.#item();
    if (item === null) return false;
    const [prompt] = await this.#service.call(item, 'Item', 'Delete', '', []);
    await this.#service.prompt(asText(prompt));
    return true;
  }

  /** Its item, unlocked; null if there is none. */
  async #item(): Promise<string | null> {
    const [unlocked, locked] = await this.#service.call(SERVICE, 'Service', 'SearchItems', 'a{ss}', [this.#attributes]);
    const [item, another] = [...asList(unlocked), ...asList(locked)];
    if (another !== undefined) throw new StoreFault(AMBIGUOUS.failure);
    if (item === undefined) return null;
    if (asList(locked).length > 0) await this.#service.unlock(asText(item));
    return asText(item);
  }

  async #create(value: Uint8Array): Promise<void> {
    const collection = await this.#service.defaultCollection();
    if (collection === null) throw new StoreFault(NO_DEFAULT.failure);
    await this.#service.unlock(collection);
    const properties = [
      [`${INTERFACE}.Item.Label`, new Variant('s', `keyring:${this.#account}@${this.#name}`)],
      [`${INTERFACE}.Item.Attributes`, new Variant('a{ss}', this.#attributes)],
    ];
    const body = [properties, this.#service.encrypted(value), true];
    const [, prompt] = await this.#service.call(collection, 'Collection', 'CreateItem', 'a{sv}(oayays)b', body);
    await this.#service.prompt(asText(prompt));
  }

  get #attributes(): readonly BusValue[] {
    return [
      ['service', this.#name],
      ['username', this.#account],
    ];
  }
}
