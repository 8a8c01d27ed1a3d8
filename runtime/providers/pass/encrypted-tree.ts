/** The files of a password store: one `NAME.gpg` for each entry, and `.gpg-id` in the folders that say for whom (providers-local 8.6). */
import { realpath, stat } from 'node:fs/promises';
import { FileFault, type Files, type FilesBeneath, type Replaced } from '../../files/files.js';
import { segmentProblem } from '../../files/segment.js';
import { cleaned, type Failed, failed, failedFile } from '../store-failure.js';

const ENDING = '.gpg';
const RECIPIENTS = '.gpg-id';
const RENAME = 'rename the secret, or the `item` of its ref';
const INITIALISE = 'initialise it with `pass init`, or check `store_dir` and `PASSWORD_STORE_DIR`';

/** The file that says for whom the entries of a folder are encrypted. */
export interface RecipientsFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What became of an entry that was put in place; `present`: another writer was faster, and only a missing entry was wanted. */
export type Put = { readonly kind: 'present' } | { readonly kind: 'written'; readonly replaced?: Replaced };

export class EncryptedTree {
  readonly root: string;
  readonly #files: Files;
  readonly #beneath: Promise<FilesBeneath>;

  constructor(root: string, files: Files) {
    this.root = root;
    this.#files = files;
    this.#beneath = files.beneath(root);
  }

  /**
   * Does the work on an entry, given its encrypted file, or null where there is none. In a store that is not initialised
   * no entry is missing: it is the wrong folder, or one that is yet to be set up.
   */
  async entry<Done>(
    name: string,
    work: (encrypted: Uint8Array | null) => Promise<Done | Failed>,
  ): Promise<Done | Failed> {
    const problem = name
      .split('/')
      .map(segmentProblem)
      .find((each) => each !== null);
    if (problem) return failed('unsupported', `\`${cleaned(name)}\` is not a valid entry: ${problem}`, RENAME);
    try {
      const encrypted = await this.read(name);
      const isStore = encrypted !== null || (await this.recipientsOf(name)) !== null;
      return isStore ? await work(encrypted) : failed('failed', 'the password store is not initialised', INITIALISE);
    } catch (error) {
      return failedFile(error, `\`${cleaned(name)}\``);
    }
  }

  /** The encrypted entry; null if there is none; a folder of that name is not one. Throws a FileFault. */
  async read(name: string): Promise<Uint8Array | null> {
    const segments = fileOf(name);
    try {
      return await (await this.#beneath).read(segments);
    } catch (error) {
      if (!(error instanceof FileFault) || error.code !== 'link') throw error;
      return this.#readLinked([this.root, ...segments].join('/'), error);
    }
  }

  /** Puts the encrypted entry in place, whole or not at all, however we end. */
  async put(
    name: string,
    encrypted: Uint8Array,
    { signal, onlyIfAbsent = false }: { readonly signal: AbortSignal; readonly onlyIfAbsent?: boolean | undefined },
  ): Promise<Put> {
    signal.throwIfAborted();
    if (onlyIfAbsent) {
      const isCreated = await (await this.#beneath).create(fileOf(name), encrypted);
      return { kind: isCreated ? 'written' : 'present' };
    }
    const replaced = await this.#files.update(this.pathOf(name), () => encrypted, { signal });
    return replaced === null ? { kind: 'written' } : { kind: 'written', replaced };
  }

  pathOf(name: string): string {
    return [this.root, ...fileOf(name)].join('/');
  }

  /** The innermost folder that holds the entry and is a git repository; null where there is none in the store. */
  async repositoryOf(name: string): Promise<string | null> {
    for (let segments = name.split('/').slice(0, -1); ; segments = segments.slice(0, -1)) {
      const folder = [this.root, ...segments].join('/');
      if (await exists(`${folder}/.git`)) return folder;
      if (segments.length === 0) return null;
    }
  }

  async refusesWrite(name: string): Promise<FileFault | null> {
    return (await this.#beneath).refusesReplace(fileOf(name));
  }

  /** The nearest file that says for whom the entry is encrypted; null: not initialised. Throws a FileFault. */
  async recipientsOf(name: string): Promise<RecipientsFile | null> {
    for (let segments = name.split('/').slice(0, -1); ; segments = segments.slice(0, -1)) {
      const path = [this.root, ...segments, RECIPIENTS].join('/');
      const bytes = await this.#recipientsIn(segments, path);
      if (bytes !== null) return { path, bytes };
      if (segments.length === 0) return null;
    }
  }

  /** What must be unlocked to read the entry: entries for the same recipients share it. Null if nothing is encrypted. */
  async lockOf(name: string): Promise<string | null> {
    const isThere = await this.read(name).then(
      (encrypted) => encrypted !== null,
      () => false,
    );
    return isThere ? `${(await this.recipientsOf(name))?.path}` : null;
  }

  async names(): Promise<readonly string[]> {
    const files = await (await this.#beneath).list();
    const entries = files.filter((segments) => !segments.some((segment) => segment.startsWith('.')));
    return entries
      .map((segments) => segments.join('/'))
      .flatMap((path) => (path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : []));
  }

  /** Entries that are links to others are usual; one that leads out of the store is not followed. */
  async #readLinked(path: string, fault: FileFault): Promise<Uint8Array | null> {
    const [root, real] = await Promise.all([realpath(this.root), realpath(path).catch(() => null)]);
    if (real === null) return null;
    if (!real.startsWith(`${root}/`)) throw fault;
    return this.#files.read(real);
  }

  async #recipientsIn(folder: readonly string[], _path: string): Promise<Uint8Array | null> {
    return (await this.#beneath).read([...folder, RECIPIENTS]).catch(() => null);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function fileOf(name: string): readonly string[] {
  return `${name}${ENDING}`.split('/');
}
