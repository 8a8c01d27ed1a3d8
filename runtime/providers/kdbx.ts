/** The kdbx store: entries of a KeePass database in one file, decrypted and encrypted in this process (providers-local 12). */
import { kdbx } from '#schemas/providers/kdbx.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { type Changes, type Document, type DocumentFormat, openDocument, type Values } from './bases/document.js';
import { type KeyFile, keyFileOf } from './bases/key-file.js';
import { compositeKeys, keyForNew } from './kdbx/composite-key.js';
import { newDocument, setFields } from './kdbx/edit-entries.js';
import { type EntryPath, entryAt, fieldIn, rootGroup } from './kdbx/entries.js';
import { damaged, type Header, parseHeader, readOnlyProblem } from './kdbx/header.js';
import { type KeyDerivation, derivationOf } from './kdbx/key-derivation.js';
import { resolvedField } from './kdbx/references.js';
import { isWritableInside, newHeader, newInner, seal, type UnsealedDatabase, unseal } from './kdbx/sealed.js';
import { elementIn, type XmlElement } from './kdbx/xml.js';
import type { Call, ProviderPorts, Refused, Store } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = kdbx;

const USUAL_FIELD = 'Password';
/** Between path and field in the name of an entry. No path or field contains it, but an address could. */
const BETWEEN = '\0';

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const keyFile = keyFileOf(uri, 'keyfile', ports);
  if (keyFile?.kind === 'refused') return keyFile;
  return openDocument(kdbx, uri, ports, (name) => new KdbxFormat({ name, keyFile, ports }));
}

interface Settings {
  /** The file as the manifest names it, for messages. */
  readonly name: string;
  readonly keyFile: KeyFile | null;
  readonly ports: ProviderPorts;
}

class KdbxFormat implements DocumentFormat {
  readonly isEncrypted = true;
  readonly #settings: Settings;
  /** Derived keys, by what they were derived from: deriving one is what takes time. */
  readonly #derived = new Map<string, Uint8Array>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  keyOf({ name, field }: Entry): string {
    return `${name}${BETWEEN}${field}`;
  }

  target({ name, field }: Entry): string {
    return field === USUAL_FIELD ? `item=${name}` : `item=${name} field=${field}`;
  }

  refusesWrite(_name: string, current: Uint8Array | null): Failed | null {
    const header = current === null ? null : parseHeader(current, this.#settings.name);
    return header === null || header.kind === 'failed' ? header : readOnlyProblem(header, this.#settings.name);
  }

  async decode(bytes: Uint8Array, call: Call): Promise<Document | Failed> {
    const { name, keyFile, ports } = this.#settings;
    const header = parseHeader(bytes, name);
    if (header.kind === 'failed') return header;
    const composites = await compositeKeys(keyFile, ports);
    if ('failure' in composites) return composites;
    let denied: Failed | null = null;
    for (const composite of composites) {
      const key = await this.#key(header, composite, call);
      if (!(key instanceof Uint8Array)) return key;
      const unsealed = await unseal(header, key, name);
      // A signal that came while the document was parsed is heard in the next turn, before anything is reported.
      await new Promise(setImmediate);
      call.signal.throwIfAborted();
      if (unsealed.kind === 'unsealed') return this.#opened(unsealed, header, composite);
      if (unsealed.failure.kind !== 'denied') return unsealed;
      denied ??= unsealed;
    }
    return denied ?? damaged(name);
  }

  create(): Document {
    const unsealed: UnsealedDatabase = { kind: 'unsealed', document: newDocument(new Date()), inner: newInner() };
    const { keyFile, ports } = this.#settings;
    const encode = async (changes: Changes, call: Call) => {
      const composite = await keyForNew(keyFile, ports);
      return 'failure' in composite ? composite : this.#encoded(unsealed, newHeader(), composite, changes, call);
    };
    return { kind: 'document', values: new Map(), encode };
  }

  #opened(unsealed: UnsealedDatabase, header: Header, composite: Uint8Array): Document {
    return {
      kind: 'document',
      values: valuesIn(unsealed, resolvedField),
      stored: valuesIn(unsealed, storedField),
      encode: (changes, call) => this.#encoded(unsealed, header, composite, changes, call),
    };
  }

  async #encoded(
    unsealed: UnsealedDatabase,
    header: Header,
    composite: Uint8Array,
    changes: Changes,
    call: Call,
  ): Promise<Uint8Array | null | Failed> {
    if (!isWritableInside(unsealed)) return failed('unsupported', 'the database has parts of an unknown kind');
    const edited = { ...unsealed, document: structuredClone(unsealed.document) };
    const isChanged = applied(edited, changes);
    if (isChanged !== true) return isChanged === false ? null : isChanged;
    const key = await this.#key(header, composite, call);
    return key instanceof Uint8Array ? seal(edited, header, key) : key;
  }

  /** Derived once for all files with the same parameters: this file before and after each change, by whichever process. */
  async #key(header: Header, composite: Uint8Array, { signal }: Call): Promise<Uint8Array | Failed> {
    const { name } = this.#settings;
    const derivation: KeyDerivation | Failed = derivationOf(header, name);
    if (derivation.kind === 'failed') return derivation;
    const id = `${derivation.id} ${Buffer.from(composite).toString('hex')}`;
    const known = this.#derived.get(id);
    if (known !== undefined) return known;
    try {
      const key = await derivation.run(composite, signal);
      this.#derived.set(id, key);
      return key;
    } catch {
      if (signal.aborted) return failed('timeout', `\`${name}\` was not unlocked, because the call was given up`);
      return failed('failed', `the key of \`${name}\` could not be derived; it may need more memory than there is`);
    }
  }
}

interface Parts {
  readonly path: EntryPath;
  readonly field: string;
  /** What follows in a name that no entry can have. */
  readonly others: readonly string[];
}

function partsOf(name: string): Parts {
  const [path = '', field = '', ...others] = name.split(BETWEEN);
  return { path: path.split('/'), field, others };
}

/** Looked up, not listed: what is ambiguous depends on the path. `textIn`: of a field. */
function valuesIn(
  { document }: UnsealedDatabase,
  textIn: (root: XmlElement, entry: XmlElement, field: string) => string | Failed | null,
): Values {
  const root = rootGroup(document);
  const get = (name: string) => {
    const { path, field, others } = partsOf(name);
    const entry = root === null || others.length > 0 ? null : entryAt(root, path);
    if (root === null || entry === null) return undefined;
    if ('failure' in entry) return entry;
    return textIn(root, entry, field) ?? undefined;
  };
  return { get, has: (name) => get(name) !== undefined };
}

function storedField(_root: XmlElement, entry: XmlElement, field: string): string | Failed | null {
  return fieldIn(entry, field);
}

/** Whether any change made a difference. */
function applied({ document }: UnsealedDatabase, changes: Changes): boolean | Failed {
  const root = rootGroup(document);
  if (root === null) return failed('malformed', 'the database has no root group');
  const file = elementIn(document, 'KeePassFile');
  const meta = file === null ? null : elementIn(file, 'Meta');
  const fields = [...changes].map(([name, value]) => ({ ...partsOf(name), value: value ?? '' }));
  return setFields(root, meta, fields, new Date());
}
