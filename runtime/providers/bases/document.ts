/** The common part of stores that are one document in one file: read as a whole, changed in one rewrite under a lock. */
import type { Abilities, ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/addresses/address.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { filePathOf, renderFileUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { SecretValue } from '../../values/secret-value.js';
import { type EntryChange, EntryNames, missedName } from '../entry-names.js';
import { localPath, shownLocation } from '../local-path.js';
import type {
  Answer,
  Call,
  ListAnswer,
  OtherReading,
  PlacedNames,
  ProviderPorts,
  RecipientsAnswer,
  Refused,
  RekeyAnswer,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from '../provider.js';
import { type Failed, failed, failedFile, sentenceOf } from '../store-failure.js';

/** How the documents of one store are decoded and encoded: the only difference between these stores. */
export interface DocumentFormat {
  /** An empty file is damage then: a program that encrypts a document without entries writes more than nothing. */
  readonly isEncrypted?: true;
  /** Whether its file is encrypted for a list of recipients. */
  readonly hasRecipients?: true;
  /** The key of an entry in the document; left out: its name. */
  keyOf?(entry: Entry): string;
  /** Where a write would go, for people; left out: the name. */
  target?(entry: Entry): string;
  /** Why this entry cannot be written to a file with these bytes, as far as they show before they are decoded. */
  refusesWrite?(name: string, current: Uint8Array | null): Failed | null | Promise<Failed | null>;
  /** The entries in the bytes of a file. A document that cannot be parsed fails as a whole. */
  decode(bytes: Uint8Array, call: Call): Document | Failed | Promise<Document | Failed>;
  /** A document without entries, for a file that does not exist. */
  create(): Document;
  /** What the user should know about the last change; no value. */
  readonly notes?: readonly string[];
  /** What the last change did for those who can decrypt the file. */
  readonly rekeyed?: Rekeyed | null;
}
export type Rekeyed = NonNullable<Extract<WriteAnswer, { readonly kind: 'written' }>['rekeyed']>;
export interface Document {
  readonly kind: 'document';
  readonly values: Values;
  /** As they are in the file, which changes replace, if reading them makes something else of them. */
  readonly stored?: Values;
  /** In their order, for stores that are listed. */
  names?(): Iterable<string>;
  /** What the document says about its entries, by name; contains none of its values. */
  descriptions?(): Promise<ReadonlyMap<string, string>>;
  /** Entries that other programs read differently, by name. */
  otherReadings?(): Promise<ReadonlyMap<string, OtherReading>>;
  /** Where the entries are in a file that people edit. */
  placedNames?(): Promise<PlacedNames>;
  /** The bytes of the file after the changes; null: nothing changes. */
  encode(changes: Changes, call: Call): Promise<Uint8Array | null | Failed>;
  readonly recipients?: Recipients;
}
/** For whom a document in a file is encrypted. */
export interface Recipients {
  /** With those of the list; null if there is none. */
  compare(call: Call): Promise<Compared | Failed | null>;
  /** The bytes of the same document, encrypted for the list. */
  encrypted(call: Call): Promise<Uint8Array | Failed>;
}
export type Compared = Extract<RecipientsAnswer, { readonly kind: 'compared' }>;
/** By name. A failure: the document has such an entry, but not one that can be read or replaced. */
export type Values = Pick<ReadonlyMap<string, string | Failed>, 'get' | 'has'>;
/** Name to its new value; null removes it. */
export type Changes = ReadonlyMap<string, string | null>;

/** `formatOf` gets the name of the file for messages: its path as seen from the working folder. */
export function openDocument(
  descriptor: ProviderDescriptor,
  uri: StoreUri,
  ports: ProviderPorts,
  formatOf: (name: string) => DocumentFormat,
  entries = new EntryNames(descriptor, uri, ports.context),
): Store | Refused {
  const {
    scheme,
    uri: { defaultLocation = '' },
    abilities,
  } = descriptor;
  const location = filePathOf(uri) || defaultLocation;
  const path = localPath(location, ports);
  if (typeof path !== 'string') return path;
  const name = shownLocation(location, ports);
  return new DocumentStore({ scheme, path, name, files: ports.files, format: formatOf(name), entries }, abilities(uri));
}

/** What a change needs of an open store. */
export interface ChangeableDocument extends DocumentSource {
  /** None of the bytes: the document of a file that does not exist. */
  readonly decode: (bytes: Uint8Array | null, call: Call) => Promise<Document | Failed>;
  readonly nameOf: (at: At) => string;
  /** Why no document can hold an entry of this address, or it never changes; null otherwise. */
  readonly unusable: (at: At, change: EntryChange) => Failed | null;
  /** Why this entry cannot be written to a file with these bytes, as far as they show before they are decoded. */
  readonly refusesWrite: (name: string, current: Uint8Array | null) => Promise<Failed | null>;
}

interface DocumentSource {
  readonly scheme: string;
  readonly path: string;
  readonly name: string;
  readonly files: ProviderPorts['files'];
  readonly format: DocumentFormat;
  readonly entries: EntryNames;
}
class DocumentStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly write?: NonNullable<Store['write']>;
  readonly remove?: NonNullable<Store['remove']>;
  readonly list?: NonNullable<Store['list']>;
  readonly recipients?: NonNullable<Store['recipients']>;
  readonly rekey?: NonNullable<Store['rekey']>;
  readonly #source: DocumentSource;
  /** The last bytes and their meaning: reading them again costs a comparison. */
  #seen: { readonly bytes: Uint8Array; readonly document: Document } | null = null;

  constructor(source: DocumentSource, { write, remove, list }: Abilities) {
    this.#source = source;
    this.shown = renderFileUri(source.scheme, source.path);
    if (write !== 'no') this.write = (entries, call) => this.#write(entries, call);
    if (remove) this.remove = (entries, call) => this.#remove(entries, call);
    if (list) this.list = (call) => this.#list(call);
    if (source.format.hasRecipients === undefined) return;
    this.recipients = (call) => this.#recipients(call);
    this.rekey = (call, isTrial) => this.#rekey(call, isTrial);
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const read = await this.#read(call);
    return requests.map((at) => this.#answer(at, read));
  }

  async #write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const { writeEntries } = await import('./document-changes.js');
    return writeEntries(this.#changeable, entries, call);
  }

  async #remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const { removeEntries } = await import('./document-changes.js');
    return removeEntries(this.#changeable, entries, call);
  }

  async #list(call: Call): Promise<ListAnswer> {
    const read = await this.#read(call);
    if (read.kind === 'failed') return read;
    const descriptions = await read.descriptions?.();
    const otherReadings = await read.otherReadings?.();
    const entries = [...(read.names?.() ?? [])].map((name) => {
      const isRequired = read.values.get(name) !== '';
      const description = descriptions?.get(name) ?? `${name} secret`;
      const elsewhere = otherReadings?.get(name);
      return { name, at: null, description, required: isRequired, ...(elsewhere && { elsewhere }) };
    });
    return { kind: 'listed', entries };
  }

  async #recipients(call: Call): Promise<RecipientsAnswer> {
    const read = await this.#read(call);
    if (read.kind === 'failed') return read;
    if (!(await this.isThere())) return { kind: 'no file' };
    return (await read.recipients?.compare(call)) ?? { kind: 'no list' };
  }

  async #rekey(call: Call, isTrial: boolean): Promise<RekeyAnswer> {
    const { rekeyDocument } = await import('./document-rekey.js');
    return rekeyDocument(this.#changeable, call, isTrial);
  }

  async placedNames(call: Call): Promise<PlacedNames | null> {
    const read = await this.#read(call);
    return read.kind === 'failed' ? null : ((await read.placedNames?.()) ?? null);
  }

  async refusal(at: At): Promise<string | null> {
    const { entries, files, path } = this.#source;
    const refusal = entries.refusal(at, 'write');
    if (refusal !== null) return refusal;
    const fault = await files.refusesUpdate(path);
    if (fault !== null) return sentenceOf(this.#fault(fault));
    const problem = await this.#refusesWrite(at);
    return problem === null ? null : sentenceOf(problem);
  }

  async target(at: At): Promise<string> {
    const { entries, format } = this.#source;
    const entry = entries.of(at);
    return (entry.kind === 'entry' && format.target?.(entry)) || `item=${entries.shown(at)}`;
  }

  async absence(at: At): Promise<string> {
    const { name } = this.#source;
    return (await this.isThere()) ? `${missedName(at)} in ${name}` : `${name}: no such file`;
  }

  async identity(at: At | null): Promise<string> {
    const { scheme, files, path, entries } = this.#source;
    const store = `${scheme} ${await files.identity(path)}`;
    return at === null ? store : `${store}\n${entries.keyOf(at)}`;
  }

  async whereabouts(at: At | null): Promise<string> {
    const { scheme, files, path, entries } = this.#source;
    return JSON.stringify([scheme, await files.place(path), at === null ? null : entries.keyOf(at)]);
  }

  /** All entries of the file; none if it does not exist. */
  async #read(call: Call): Promise<Document | Failed> {
    try {
      return await this.#decoded(await this.#source.files.read(this.#source.path), call);
    } catch (error) {
      return this.#fault(error);
    }
  }

  async isThere(): Promise<boolean> {
    try {
      return (await this.#source.files.read(this.#source.path)) !== null;
    } catch {
      return true;
    }
  }

  get #changeable(): ChangeableDocument {
    return {
      ...this.#source,
      decode: (bytes, call) => this.#decoded(bytes, call),
      nameOf: (at) => this.#nameOf(at),
      unusable: (at, change) => this.#source.entries.problem(at, change),
      refusesWrite: (name, bytes) => this.#refusesChange(name, bytes),
    };
  }

  #nameOf(at: At): string {
    const { entries, format } = this.#source;
    const entry = entries.fitting(at);
    return format.keyOf?.(entry) ?? entry.name;
  }

  async #refusesWrite(at: At): Promise<Failed | null> {
    const { files, path, format } = this.#source;
    if (format.refusesWrite === undefined && format.isEncrypted === undefined) return null;
    try {
      return await this.#refusesChange(this.#nameOf(at), await files.read(path));
    } catch (error) {
      return this.#fault(error);
    }
  }

  async #refusesChange(name: string, bytes: Uint8Array | null): Promise<Failed | null> {
    return this.#emptied(bytes) ?? (await this.#source.format.refusesWrite?.(name, bytes)) ?? null;
  }

  async #decoded(bytes: Uint8Array | null, call: Call): Promise<Document | Failed> {
    const { format } = this.#source;
    if (bytes === null) return format.create();
    const emptied = this.#emptied(bytes);
    if (emptied !== null) return emptied;
    if (this.#seen !== null && Buffer.compare(this.#seen.bytes, bytes) === 0) return this.#seen.document;
    const document = await format.decode(bytes, call);
    if (document.kind === 'document') this.#seen = { bytes, document };
    return document;
  }

  /** A default must not take the place of values that were cut off. */
  #emptied(bytes: Uint8Array | null): Failed | null {
    const { format, name } = this.#source;
    if (format.isEncrypted === undefined || bytes === null || !isBlank(bytes)) return null;
    return failed('malformed', `\`${name}\` is empty: its content was lost`, RESTORE);
  }

  #answer(at: At, read: Document | Failed): Answer {
    const problem = this.#source.entries.problem(at);
    if (problem !== null) return problem;
    const value = read.kind === 'failed' ? read : read.values.get(this.#nameOf(at));
    if (value === undefined) return { kind: 'absent' };
    return typeof value === 'string' ? { kind: 'found', value: SecretValue.fromText(value) } : value;
  }

  #fault(error: unknown): Failed {
    return failedFile(error, `\`${this.#source.name}\``);
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < LONGEST_BLANK && Buffer.from(bytes).toString('latin1').trim() === '';
}
const LONGEST_BLANK = 1000;
const RESTORE = 'restore it from a backup or from version control, or remove it to start a new one';
