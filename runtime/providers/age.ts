/** The age store: a dotenv document in one file that is encrypted with age, in this process (providers-local 10). */
import { age } from '#schemas/providers/age.js';
import { filePathOf, type StoreUri } from '#schemas/addresses/store-uri.js';
import type { AgeProgram, ReadFile } from './age/age-program.js';
import { ageKeyFileOf } from './age/key-file.js';
import { type OwnKeys, OwnKeysOfStore } from './age/own-keys.js';
import { type Sealed, unseal } from './age/unseal.js';
import { type Compared, type Document, type DocumentFormat, openDocument, type Rekeyed } from './bases/document.js';
import type { KeyFile } from './bases/key-file.js';
import { dotenvDocument, emptyDotenv } from './dotenv/dotenv-document.js';
import { localPath } from './local-path.js';
import type { Call, ProviderPorts, Refused, Store } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = age;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const path = localPath(filePathOf(uri) || age.uri.defaultLocation, ports);
  if (typeof path !== 'string') return path;
  const identity = ageKeyFileOf(uri, 'identity', ports);
  if (identity?.kind === 'refused') return identity;
  const roster = ageKeyFileOf(uri, 'recipients-file', ports);
  if (roster?.kind === 'refused') return roster;
  const armor = uri.query.get('armor');
  const isArmored = armor === undefined ? null : armor !== 'false';
  return openDocument(age, uri, ports, (name) => new AgeFormat({ path, name, identity, roster, isArmored, ports }));
}

interface Settings {
  readonly path: string;
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
  readonly plain: Uint8Array;
  readonly keys: OwnKeys;
}
/** Whom a file is encrypted for, and what they come from. */
interface Readers {
  readonly kind: 'readers';
  readonly recipients: readonly string[];
  readonly isListed: boolean;
}

class AgeFormat implements DocumentFormat {
  readonly isEncrypted = true;
  readonly hasRecipients = true;
  notes: readonly string[] = [];
  rekeyed: Rekeyed | null = null;
  readonly #settings: Settings;
  readonly #keys: OwnKeysOfStore;
  #program: AgeProgram | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#keys = new OwnKeysOfStore(settings.identity, settings.ports);
  }

  async decode(bytes: Uint8Array, call: Call): Promise<Document | Failed> {
    const { path, name } = this.#settings;
    const keys = await this.#keys.read();
    if (keys.kind === 'failed') return keys;
    if (isEmpty(keys)) return NO_IDENTITY;
    const opened = await unseal(bytes, keys.own, name);
    if ('failure' in opened) return opened;
    const plain = opened.plain ?? (await this.#byPlugin({ path, name, bytes }, keys.plugins, call));
    if (!(plain instanceof Uint8Array)) return plain;
    const document = dotenvDocument(plain, name);
    return document.kind === 'failed' ? document : this.#sealing(document, { sealed: opened.sealed, plain, keys });
  }

  create(): Document {
    return this.#sealing(emptyDotenv(), null);
  }

  async #byPlugin(file: ReadFile, plugins: readonly string[], call: Call): Promise<Uint8Array | Failed> {
    const other = failed('denied', `\`${file.name}\` is not encrypted for the configured identity`);
    if (plugins.length === 0) return other;
    const plain = await (await this.#ageProgram()).decrypt(file, plugins, call);
    return 'failure' in plain && plain.failure.kind === 'denied' ? other : plain;
  }

  /** The document, encrypted again after a change. One that changes nothing leaves the file as it is, if it is encrypted for its list. */
  #sealing(document: Document, current: Current | null): Document {
    const encode: Document['encode'] = async (changes, call) => {
      this.rekeyed = null;
      const changed = await document.encode(changes, call);
      if (changed !== null && 'failure' in changed) return changed;
      const isSet = [...changes.values()].some((value) => value !== null);
      const compared = isSet && current !== null ? await this.#compared(current, true) : null;
      if (compared?.kind === 'failed') return compared;
      const plain = changed ?? (compared?.comparison.kind === 'same' ? null : compared && current?.plain);
      if (plain === null || plain === undefined) return null;
      this.rekeyed = rekeyedBy(compared);
      return this.#sealed(plain, current, call);
    };
    const recipients = current && {
      compare: () => this.#compared(current, false),
      encrypted: (call: Call) => this.#sealed(current.plain, current, call),
    };
    return { ...document, encode, ...(recipients && { recipients }) };
  }

  async #sealed(plain: Uint8Array, current: Current | null, call: Call): Promise<Uint8Array | Failed> {
    const readers = await this.#readers(current);
    if (readers.kind === 'failed') return readers;
    const { recipients, isListed } = readers;
    const isArmored = this.#settings.isArmored ?? current?.sealed.isArmored ?? true;
    const { mixture, needsPlugin, seal } = await import('./age/seal.js');
    const mixed = mixture(recipients);
    if (mixed !== null) return mixed;
    if (!needsPlugin(recipients)) return seal(plain, recipients, { isArmored, isListed });
    return (await this.#ageProgram()).encrypt(plain, recipients, isArmored, call);
  }

  /** With the recipients file; null if there is none. */
  async #compared({ sealed, keys }: Current, isBeforeWrite: boolean): Promise<Compared | Failed | null> {
    const { roster, ports } = this.#settings;
    if (roster === null) return null;
    const list = await (await import('./age/roster.js')).rosterOf(roster, keys, ports);
    if (list.kind === 'failed') return list;
    const { compareBeforeWrite, compareWithList } = await import('./age/compare-list.js');
    const compare = isBeforeWrite ? compareBeforeWrite : compareWithList;
    return { kind: 'compared', list: roster.name, comparison: await compare(sealed, list.recipients, keys) };
  }

  /** Everyone in the recipients file, else those of the file; a new file is for its writer. */
  async #readers(current: Current | null): Promise<Readers | Failed> {
    const { name, roster, ports } = this.#settings;
    // Read even if the recipients file would be enough: once the lock is held it is too late to unlock a credential.
    const keys = current === null ? await this.#keys.read() : current.keys;
    if (keys.kind === 'failed') return keys;
    if (roster !== null) {
      const read = await (await import('./age/roster.js')).rosterOf(roster, keys, ports);
      if (read.kind === 'failed') return read;
      this.notes = read.notes;
      return { kind: 'readers', recipients: read.recipients, isListed: true };
    }
    if (isEmpty(keys)) return NO_IDENTITY;
    if (current === null && keys.plugins.length === 0) return unlisted(keys.own.map(({ recipient }) => recipient));
    const recipients = current && (await (await import('./age/seal.js')).ownRecipients(current.sealed, keys.own));
    if (recipients !== null) return unlisted(recipients);
    if (keys.plugins.length > 0) return failed('unsupported', PLUGIN_ALONE, NAME_RECIPIENTS);
    return failed('unsupported', `\`${name}\` has other recipients, who could no longer decrypt it`, NAME_RECIPIENTS);
  }

  /** Loaded where a plugin is used. */
  async #ageProgram(): Promise<AgeProgram> {
    const module = await import('./age/age-program.js');
    this.#program ??= new module.AgeProgram(this.#settings.ports);
    return this.#program;
  }
}

function unlisted(recipients: readonly string[]): Readers {
  return { kind: 'readers', recipients, isListed: false };
}

function rekeyedBy(compared: Compared | null): Rekeyed | null {
  if (compared?.comparison.kind !== 'different') return null;
  return { list: compared.list, difference: compared.comparison.difference };
}

function isEmpty({ own, plugins }: OwnKeys): boolean {
  return own.length === 0 && plugins.length === 0;
}

const NO_IDENTITY = failed(
  'missing-credential',
  'no identity is configured',
  'bind `identity` in the `credentials` of the alias, set `AGE_IDENTITY`, or add `?identity=FILE` to the address',
);
const NAME_RECIPIENTS =
  'write all recipients into a file, one per line, and add `?recipients-file=FILE` to the address';
const PLUGIN_ALONE = 'only its plugin knows the recipient of the identity';
