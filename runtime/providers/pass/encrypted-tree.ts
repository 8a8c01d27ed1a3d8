/** The files of a password store: one `NAME.gpg` for each entry, and `.gpg-id` in the folders that say for whom (providers-local 8.6). */
import { realpath, stat } from 'node:fs/promises';
import { asFault } from '../../files/file-fault.js';
import { FileFault, type Files, type FilesBeneath, type Replaced } from '../../files/files.js';
import { segmentProblem } from '../../files/segment.js';
import { codeOf } from '../../files/system-reason.js';
import { cleaned } from '../../values/cleaned.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

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
      return isStore ? await work(encrypted) : notInitialised();
    } catch (error) {
      return failedFile(error, `\`${cleaned(name)}\``);
    }
  }

  /** The encrypted entry; null if there is none, also if a folder has that name. Throws a FileFault. */
  read(name: string): Promise<Uint8Array | null> {
    // Entries that are links to others are usual; one that leads out of the store is not followed.
    return this.#readThrough(fileOf(name), (real, root) => real.startsWith(`${root}/`));
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
      const file = [...segments, RECIPIENTS];
      // A link that leads out of the store is followed, as pass does: managers of configuration files make such links.
      const bytes = await this.#readThrough(file, () => true).catch(ofRecipients);
      if (bytes !== null) return { path: [this.root, ...file].join('/'), bytes };
      if (segments.length === 0) return null;
    }
  }

  /** What must be unlocked to read the entry: entries for the same recipients share it. Null if nothing is encrypted. */
  async lockOf(name: string): Promise<string | null> {
    const isThere = await this.read(name).then(
      (encrypted) => encrypted !== null,
      () => false,
    );
    return isThere ? `${await this.recipientsPathOf(name)}` : null;
  }

  /** The same where the entry may be missing. Null where no file says for whom, which is reported when the entry is read or changed. */
  async recipientsPathOf(name: string): Promise<string | null> {
    return this.recipientsOf(name).then(
      (file) => file?.path ?? null,
      () => null,
    );
  }

  async names(): Promise<readonly string[] | Failed> {
    try {
      const files = await (await this.#beneath).list();
      const isStore =
        files.some((segments) => segments.at(-1) === RECIPIENTS) || (await this.recipientsOf('')) !== null;
      if (!isStore) return notInitialised();
      const entries = files.filter((segments) => !segments.some((segment) => segment.startsWith('.')));
      return entries
        .map((segments) => segments.join('/'))
        .flatMap((path) => (path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : []));
    } catch (error) {
      return failedFile(error, 'the password store');
    }
  }

  /** The file, also where a link is on the way, if what it leads to may be read. Throws a FileFault. */
  async #readThrough(
    segments: readonly string[],
    isAllowed: (real: string, root: string) => boolean,
  ): Promise<Uint8Array | null> {
    try {
      return await (await this.#beneath).read(segments);
    } catch (error) {
      if (!(error instanceof FileFault) || error.code !== 'link') throw error;
      const path = [this.root, ...segments].join('/');
      const real = await realOf(path);
      if (real === null) return null;
      const root = await realpath(this.root);
      if (!isAllowed(real, root)) throw error;
      return this.#files.read(real);
    }
  }
}

/** A fault of `.gpg-id` names it: it is not one of the entry that it is looked at for. */
function ofRecipients(error: unknown): never {
  if (!(error instanceof FileFault)) throw error;
  throw new FileFault(error.code, error.message, `\`${RECIPIENTS}\`: ${error.problem}`);
}

/** Where a link leads; null: nowhere. Throws a FileFault. */
async function realOf(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw asFault(error, 'read', path);
  }
}

function notInitialised(): Failed {
  return failed('failed', 'the password store is not initialised', INITIALISE);
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
