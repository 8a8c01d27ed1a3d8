/** Files that several processes read and write: the port that providers, caches and logs are given. */

export interface Files {
  /** The file's bytes; null when it, or a folder on the way, is not there. Throws a FileFault for everything else. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * Reads, changes and replaces a file under a lock that other processes of ours honour: lock, temporary file in the
   * same folder, fsync, rename, fsync of the folder. `change` gets null where there is no file and gives null to leave
   * everything as it is. It may take time: decrypt, derive a key, run a program. It is called before the lock is taken,
   * and again under it only if another process was faster; the lock is kept fresh meanwhile. A question to a person
   * must be answered before that: the lock is never held while someone is asked. A symbolic link is followed to its
   * target, never replaced. A new file gets `mode` (default 0600) and missing parent folders 0700; an existing one keeps
   * owner, mode, access list and extended attributes, or is readable by fewer. Once `signal` is aborted nothing is
   * replaced, the lock is released without waiting for `change`, and the reason of the signal is thrown.
   */
  update(
    path: string,
    change: Change,
    options?: { readonly mode?: number; readonly signal?: AbortSignal },
  ): Promise<Replaced | null>;
  /** Why `update` could not write here, as far as can be told without writing; null: nothing stands in the way. */
  refusesUpdate(path: string): Promise<FileFault | null>;
  /** Equal texts, same file or folder: spelling, symbolic and hard links seen through, also where nothing lies yet. */
  identity(path: string): Promise<string>;
  /** The files under a folder, which no name and no symbolic link leads out of. The folder itself may be a link. */
  beneath(root: string): Promise<FilesBeneath>;
}

/** The new bytes of a file with these bytes; nothing but these bytes decides what they are. */
export type Change = (current: Uint8Array | null) => Uint8Array | null | Promise<Uint8Array | null>;

/** What the replacement of a file did besides, where it did: null is given for none. */
export interface Replaced {
  /** Other hard links to the file, which keep the old content. */
  readonly severedLinks: number;
  /** Only the owner may read the file now: who else could was not to be found out. */
  readonly isNarrower: boolean;
}

/** Each file is named by the folders under the root and its own name. All throw FileFaults. */
export interface FilesBeneath {
  /** The file's bytes; null when it, a folder on the way or the root is not there. */
  read(segments: readonly string[]): Promise<Uint8Array | null>;
  /** Puts a private file (0600) in place of what is there, whole or not at all; missing folders are created 0700. */
  replace(segments: readonly string[], bytes: Uint8Array): Promise<void>;
  /** The same where nothing lies; false, and nothing is changed, where something does, whoever was faster. */
  create(segments: readonly string[], bytes: Uint8Array): Promise<boolean>;
  /** Removes the file and leaves the folders; false when there was none. */
  remove(segments: readonly string[]): Promise<boolean>;
  /** All files, each as `read` wants it named, in order. Links and what cannot be looked into are left out. */
  list(): Promise<readonly (readonly string[])[]>;
  /** Why `replace` could not write here, as far as can be told without writing. */
  refusesReplace(segments: readonly string[]): Promise<FileFault | null>;
}

/**
 * A failure of the file system in words for people. `code` is the system's (`EACCES`), or `busy` (another process
 * holds the lock), `special` (neither file nor folder) or `link` (a symbolic link where none may be). `problem` is the
 * message without the path, for callers that know a better name than the path.
 */
export class FileFault extends Error {
  readonly code: string;
  readonly problem: string;
  constructor(code: string, message: string, problem: string = message) {
    super(message);
    this.name = 'FileFault';
    this.code = code;
    this.problem = problem;
  }
}
