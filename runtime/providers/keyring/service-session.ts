/** A session with the Secret Service: its calls, and values encrypted on their way. */
import { StoreFailureError } from '../store-failure.js';
import type { BusConnection } from './bus/connection.js';
import type { BusCall } from './bus/message.js';
import { asBytes, asList, asText, type BusValue, Variant } from './bus/values.js';
import { NO_KEY, NOT_ENCRYPTED } from './keyring-failure.js';
import { ALGORITHM, SessionCipher } from './session-cipher.js';

export const DESTINATION = 'org.freedesktop.secrets';
export const INTERFACE = 'org.freedesktop.Secret';
export const SERVICE = '/org/freedesktop/secrets';
/** Instead of a path, where there is nothing. */
export const NONE = '/';
const CONTENT_TYPE = 'application/octet-stream';
/** Members that may answer only after a person has done something: KeePassXC waits to be unlocked before it searches. */
const PROMPTING: ReadonlySet<string> = new Set(['SearchItems', 'Prompt']);

export class ServiceSession {
  readonly bus: BusConnection;
  readonly #path: string;
  readonly #cipher: SessionCipher;

  private constructor(bus: BusConnection, path: string, cipher: SessionCipher) {
    this.bus = bus;
    this.#path = path;
    this.#cipher = cipher;
  }

  static async open(bus: BusConnection): Promise<ServiceSession> {
    // gnome-keyring aborts when it handles `OpenSession` of a client that it has not registered yet, as may happen with the
    // first request of a client (its issue 196).
    await defaultCollection(bus);
    let path = NONE;
    const cipher = await SessionCipher.agree(async (ours) => {
      const body = [ALGORITHM, new Variant('ay', ours)];
      const [theirs, session] = await bus.call(callOf(SERVICE, 'Service', 'OpenSession', 'sv', body));
      path = asText(session);
      return asBytes(theirs instanceof Variant ? theirs.value : undefined);
    });
    if (cipher === null) throw new StoreFailureError(NO_KEY.failure);
    return new ServiceSession(bus, path, cipher);
  }

  call(...call: Parameters<typeof callOf>): Promise<readonly BusValue[]> {
    return this.bus.call(callOf(...call));
  }

  /** Null if there is none. */
  defaultCollection(): Promise<string | null> {
    return defaultCollection(this.bus);
  }

  /** Whether the default collection is; false where there is none. */
  async isLocked(): Promise<boolean> {
    const path = await this.defaultCollection();
    if (path === null) return false;
    const [locked] = await this.bus.call({
      destination: DESTINATION,
      path,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [`${INTERFACE}.Collection`, 'Locked'],
    });
    return locked instanceof Variant && locked.value === true;
  }

  async secretOf(item: string): Promise<Uint8Array> {
    const [secret] = await this.call(item, 'Item', 'GetSecret', 'o', [this.#path]);
    const [, start, encrypted] = asList(secret);
    const value = this.#cipher.decrypt(asBytes(start), asBytes(encrypted));
    if (value === null) throw new StoreFailureError(NOT_ENCRYPTED.failure);
    return value;
  }

  /** As the type `(oayays)`. */
  encrypted(value: Uint8Array): readonly BusValue[] {
    const { start, encrypted } = this.#cipher.encrypt(value);
    return [this.#path, start, encrypted, CONTENT_TYPE];
  }
}

async function defaultCollection(bus: BusConnection): Promise<string | null> {
  const [path] = await bus.call(callOf(SERVICE, 'Service', 'ReadAlias', 's', ['default']));
  return path === NONE ? null : asText(path);
}

function callOf(
  path: string,
  type: 'Service' | 'Collection' | 'Item' | 'Prompt',
  member: string,
  signature: string,
  body: readonly BusValue[],
): BusCall {
  const isPrompting = PROMPTING.has(member);
  return { destination: DESTINATION, path, interface: `${INTERFACE}.${type}`, member, signature, body, isPrompting };
}
