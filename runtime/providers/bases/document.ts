/** The common part of stores that are one document in one file: read as a whole, changed in one rewrite under a lock. */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/stores/address.js';
import { filePathOf, renderFileUri, type StoreUri } from '#schemas/stores/store-uri.js';
import type { Replaced } from '../../files/files.js';
import { SecretValue } from '../../values/secret-value.js';
import { flatName, missedName, renameAdvice } from '../entry-name.js';
import { localPath } from '../local-path.js';
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
import { cleaned, type Failed, failed, failedFile, sentenceOf } from '../store-failure.js';

/** How the documents of one store are decoded and encoded: the only difference between these stores. */
export interface DocumentFormat {
  /** Why no document can hold an entry of this name; null if one can. A clause that does not quote it: `holds a NUL`. */
  nameProblem(name: string): string | null;
  /** The entries in the bytes of a file. A document that cannot be parsed fails as a whole. */
  decode(bytes: Uint8Array): Document | Failed | Promise<Document | Failed>;
  /** A document without entries, for a file that does not exist. */
  create(): Document;
}
export interface Document {
  readonly kind: 'document';
  readonly values: ReadonlyMap<string, string>;
  /** The bytes of the file after the changes; null: nothing changes. */
  encode(changes: Changes): Promise<Uint8Array | null | Failed>;
}
/** Name to its new value; null removes it. */
export type Changes = ReadonlyMap<string, string | null>;

/** `formatOf` gets the name of the file for messages: the one in the manifest. */
export function openDocument(
  { scheme, uri: { defaultLocation = '' } }: ProviderDescriptor,
  uri: StoreUri,
  ports: ProviderPorts,
  formatOf: (name: string) => DocumentFormat,
): Store | Refused {
  const location = filePathOf(uri) || defaultLocation;
  const path = localPath(location, ports);
  if (typeof path !== 'string') return path;
  const name = cleaned(location);
  return new DocumentStore({ scheme, path, name, files: ports.files, format: formatOf(name) });
}

interface Place {
  readonly scheme: string;
  readonly path: string;
  readonly name: string;
  readonly files: ProviderPorts['files'];
  readonly format: DocumentFormat;
}
/** A change that was made; `before` is the previous content of the document. */
interface Changed {
  readonly kind: 'changed';
  readonly before: ReadonlyMap<string, string>;
  readonly replaced: Replaced | null;
}

class DocumentStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #place: Place;
  /** The last bytes and their meaning: reading them again costs a comparison. */
  #seen: { readonly bytes: Uint8Array; readonly document: Document } | null = null;

  constructor(place: Place) {
    this.#place = place;
    this.shown = renderFileUri(place.scheme, place.path);
  }

  async read(requests: readonly At[]): Promise<readonly Answer[]> {
    const read = await this.#read();
    return requests.map((at) => this.#answer(at, read));
  }

  async write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const refusals = entries.map(({ at, value }) => this.#unusable(at) ?? this.#unstorable(value));
    const changes = new Map<string, string>();
    for (const [index, { at, value }] of entries.entries()) {
      if (refusals[index] === null) changes.set(flatName(at), value.revealText() ?? '');
    }
    const onlyNew = entries.flatMap(({ at, onlyIfAbsent }) => (onlyIfAbsent ? [flatName(at)] : []));
    const done = await this.#change(changes, new Set(onlyNew), call);
    return entries.map((entry, index) => refusals[index] ?? (done.kind === 'failed' ? done : written(entry, done)));
  }

  async remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const refusals = entries.map((at) => this.#unusable(at));
    const names = entries.filter((_, index) => refusals[index] === null).map(flatName);
    const done = await this.#change(new Map(names.map((name) => [name, null])), NO_NAMES, call);
    return entries.map((at, index) => {
      if (done.kind === 'failed') return refusals[index] ?? done;
      return refusals[index] ?? { kind: done.before.has(flatName(at)) ? 'removed' : 'absent' };
    });
  }

  async list(): Promise<ListAnswer> {
    const read = await this.#read();
    if (read.kind === 'failed') return read;
    const names = [...read.values.keys()];
    const entries = names.map((name) => ({ name, at: null, description: `${name} secret`, required: true }));
    return { kind: 'listed', entries };
  }

  async refusal(at: At): Promise<string | null> {
    const refusal = this.#unusable(at);
    if (refusal !== null) return sentenceOf(refusal);
    const fault = await this.#place.files.refusesUpdate(this.#place.path);
    return fault === null ? null : sentenceOf(this.#fault(fault));
  }

  async absence(at: At): Promise<string> {
    const { name } = this.#place;
    return (await this.#isThere()) ? `${missedName(at)} in ${name}` : `${name}: no such file`;
  }

  async identity(at: At | null): Promise<string> {
    const { scheme, files, path } = this.#place;
    const store = `${scheme} ${await files.identity(path)}`;
    return at === null ? store : `${store}\n${flatName(at)}`;
  }

  /** All entries of the file; none if it does not exist. */
  async #read(): Promise<Document | Failed> {
    try {
      return await this.#decoded(await this.#place.files.read(this.#place.path));
    } catch (error) {
      return this.#fault(error);
    }
  }

  /** A file that cannot be read counts as existing. */
  async #isThere(): Promise<boolean> {
    try {
      return (await this.#place.files.read(this.#place.path)) !== null;
    } catch {
      return true;
    }
  }

  /**
   * Makes all changes in one rewrite, but for those of `onlyNew` that the document has by then. Changes without effect
   * leave the file unchanged, or absent, and so does a document that cannot be parsed.
   */
  async #change(changes: Changes, onlyNew: ReadonlySet<string>, { signal }: Call): Promise<Changed | Failed> {
    if (changes.size === 0) return { kind: 'changed', before: NO_VALUES, replaced: null };
    let failure: Failed | null = null;
    let before = NO_VALUES;
    const change = async (current: Uint8Array | null): Promise<Uint8Array | null> => {
      failure = null;
      const document = await this.#decoded(current);
      if (document.kind === 'document') before = document.values;
      const bytes = document.kind === 'failed' ? document : await document.encode(without(changes, onlyNew, before));
      if (bytes === null || !('failure' in bytes)) return bytes;
      failure = bytes;
      return null;
    };
    try {
      const replaced = await this.#place.files.update(this.#place.path, change, { signal });
      return failure ?? { kind: 'changed', before, replaced };
    } catch (error) {
      if (signal.aborted && error === signal.reason) return this.#givenUp();
      return this.#fault(error);
    }
  }

  async #decoded(bytes: Uint8Array | null): Promise<Document | Failed> {
    const { format } = this.#place;
    if (bytes === null) return format.create();
    if (this.#seen !== null && Buffer.compare(this.#seen.bytes, bytes) === 0) return this.#seen.document;
    const document = await format.decode(bytes);
    if (document.kind === 'document') this.#seen = { bytes, document };
    return document;
  }

  #answer(at: At, read: Document | Failed): Answer {
    const value = read.kind === 'failed' ? undefined : read.values.get(flatName(at));
    if (value !== undefined) return { kind: 'found', value: SecretValue.fromText(value) };
    // The name is checked only if there is no value: an existing value is found regardless of its name.
    return this.#unusable(at) ?? (read.kind === 'failed' ? read : { kind: 'absent' });
  }

  /** Such a name is refused before the file is read: no document can contain it. */
  #unusable(at: At): Failed | null {
    const { scheme, format } = this.#place;
    const problem = format.nameProblem(flatName(at));
    const detail = `the name ${problem}, so ${scheme} cannot hold it`;
    return problem === null ? null : failed('unsupported', detail, renameAdvice(at));
  }

  /** Documents hold text without NUL; anything else needs an encoding. */
  #unstorable(value: SecretValue): Failed | null {
    const { scheme } = this.#place;
    if (value.hasNul) return failed('not-text', `${scheme} cannot hold a value with a NUL character`, ENCODING);
    return value.revealText() === null ? failed('not-text', `${scheme} can hold only UTF-8 text`, ENCODING) : null;
  }

  #givenUp(): Failed {
    return failed('timeout', `\`${this.#place.name}\` was not changed, because the call was given up`);
  }

  #fault(error: unknown): Failed {
    return failedFile(error, `\`${this.#place.name}\``);
  }
}

const ENCODING = 'declare the secret with `encoding = "base64"`';
const NO_VALUES: ReadonlyMap<string, string> = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

function written({ at, onlyIfAbsent }: WriteEntry, { before, replaced }: Changed): WriteAnswer {
  const value = onlyIfAbsent ? before.get(flatName(at)) : undefined;
  if (value !== undefined) return { kind: 'present', value: SecretValue.fromText(value) };
  return { kind: 'written', ...(replaced !== null && { replaced }) };
}

function without(changes: Changes, onlyNew: ReadonlySet<string>, before: ReadonlyMap<string, string>): Changes {
  if (onlyNew.size === 0) return changes;
  return new Map([...changes].filter(([name]) => !onlyNew.has(name) || !before.has(name)));
}
