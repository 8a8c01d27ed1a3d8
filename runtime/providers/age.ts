/** The age store: a dotenv document in one file that is encrypted with age, in this process (providers-local 10). */
import { age } from '#schemas/providers/age.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { type KeyFile, keyFileOf } from './age/key-file.js';
import { type OwnKey, ownKeys } from './age/own-keys.js';
import { rosterOf } from './age/roster.js';
import { ownRecipients, type Sealed, seal, unseal } from './age/seal.js';
import { type Document, type DocumentFormat, openDocument } from './bases/document.js';
import { dotenvDocument, emptyDotenv } from './dotenv/dotenv-document.js';
import { dotenvKeyProblem } from './dotenv/dotenv-key.js';
import type { ProviderPorts, Refused, Store } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = age;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const identity = keyFileOf(uri, 'identity', ports);
  if (identity?.kind === 'refused') return identity;
  const roster = keyFileOf(uri, 'recipients-file', ports);
  if (roster?.kind === 'refused') return roster;
  const armor = uri.query.get('armor');
  const isArmored = armor === undefined ? null : armor !== 'false';
  return openDocument(age, uri, ports, (name) => new AgeFormat({ name, identity, roster, isArmored, ports }));
}

interface Settings {
  /** The file as the manifest names it, for messages. */
  readonly name: string;
  readonly identity: KeyFile | null;
  readonly roster: KeyFile | null;
  /** Null: an existing file keeps its form, and a new one is armored. */
  readonly isArmored: boolean | null;
  readonly ports: ProviderPorts;
}
/** A file as read, and the keys that decrypted it. */
interface Current {
  readonly sealed: Sealed;
  readonly keys: readonly OwnKey[];
}

class AgeFormat implements DocumentFormat {
  readonly nameProblem = dotenvKeyProblem;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async decode(bytes: Uint8Array): Promise<Document | Failed> {
    const { name } = this.#settings;
    const keys = await this.#keys();
    if ('failure' in keys) return keys;
    if (keys.length === 0) return NO_IDENTITY;
    const opened = await unseal(bytes, keys, name);
    if ('failure' in opened) return opened;
    const document = dotenvDocument(opened.plain, name);
    return document.kind === 'failed' ? document : this.#sealing(document, { sealed: opened.sealed, keys });
  }

  create(): Document {
    return this.#sealing(emptyDotenv(), null);
  }

  #keys(): Promise<readonly OwnKey[] | Failed> {
    return ownKeys(this.#settings.identity, this.#settings.ports);
  }

  /** The document, encrypted again after a change; one that changes nothing leaves the file as it is. */
  #sealing(document: Document, current: Current | null): Document {
    const encode: Document['encode'] = async (changes) => {
      const plain = await document.encode(changes);
      if (plain === null || 'failure' in plain) return plain;
      const recipients = await this.#recipients(current);
      if ('failure' in recipients) return recipients;
      return seal(plain, recipients, this.#settings.isArmored ?? current?.sealed.isArmored ?? true);
    };
    return { ...document, encode };
  }

  /** Everyone in the recipients file, else those of the file; a new file is for its writer. */
  async #recipients(current: Current | null): Promise<readonly string[] | Failed> {
    const { name, roster, ports } = this.#settings;
    // Fetched even if the recipients file would be enough: once the lock is held it is too late to unlock a credential.
    const keys = current === null ? await this.#keys() : current.keys;
    if ('failure' in keys) return keys;
    if (roster !== null) return rosterOf(roster, keys, ports);
    if (keys.length === 0) return NO_IDENTITY;
    if (current === null) return keys.map(({ recipient }) => recipient);
    const recipients = await ownRecipients(current.sealed, keys);
    if (recipients !== null) return recipients;
    return failed('unsupported', `\`${name}\` has other recipients, who could no longer decrypt it`, NAME_RECIPIENTS);
  }
}

const NO_IDENTITY = failed(
  'missing-credential',
  'no identity is configured',
  'bind `identity` in the `credentials` of the alias, set `AGE_IDENTITY`, or add `?identity=FILE` to the address',
);
const NAME_RECIPIENTS =
  'write all recipients into a file, one per line, and add `?recipients-file=FILE` to the address';
