/** Files that several processes read and write: the port that providers, caches and logs use. */

export interface Files {
  /** The file's bytes; null if it, or a folder of its path, does not exist. Throws a FileFault for everything else. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * Reads, changes and replaces a file under a lock that all processes of this tool honour: lock, temporary file in the
   * same folder, fsync, rename, fsync of the folder. `change` gets null if there is no file and returns null to leave
   * everything as it is. It may take time: decrypt, derive a key, run a program. It is called before the lock is taken,
   * and again under it only if another process was faster; the lock is refreshed meanwhile. A prompt
   * must be answered before that: the lock is never held during a prompt. A symbolic link is followed to its
   * target, never replaced. A new file gets `mode` (default 0600) and missing parent folders 0700; an existing one keeps
   * owner, mode, access list and extended attributes, or is readable by fewer. Once `signal` is aborted nothing is
   * replaced, the lock is released without waiting for `change`, and the reason of the signal is thrown.
   */
  update(
    path: string,
    change: FileChange,
    options?: { readonly mode?: number; readonly signal?: AbortSignal },
  ): Promise<Replaced | null>;
  /**
   * Runs `work` while no other process of this tool does so for this path, where the files themselves are those of another
   * program. Nothing is created at the path; missing folders above it are, 0700. Throws a FileFault if another process
   * takes too long, and the reason of the signal.
   */
  alone<T>(path: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Runs `use` with a private copy (0600) of these bytes next to the file, for programs that change files in place; `read`
   * returns what they have made of it. The copy is always removed, that of a killed process by the next call.
   */
  changedCopy<T>(
    path: string,
    bytes: Uint8Array,
    use: (copy: string, read: () => Uint8Array | null) => Promise<T>,
  ): Promise<T>;
  /** Makes a folder, and missing ones above it, that nobody else may read or replace (0700), or throws a FileFault. */
  makePrivateFolder(path: string): Promise<void>;
  /** Whether a file or folder is there; one that cannot be looked at counts as being there. */
  exists(path: string): Promise<boolean>;
  /** Why `update` could not write here, as far as is known without writing; null if no reason is found. */
  refusesUpdate(path: string): Promise<FileFault | null>;
  /** Equal texts mean the same file or folder, regardless of spelling, symbolic and hard links; also if it does not exist yet. */
  identity(path: string): Promise<string>;
  /** Where a path leads, with symbolic links resolved: the same whether the file is replaced, removed or there at all. */
  place(path: string): Promise<string>;
  /** The files under a folder, which no name and no symbolic link can leave. The folder itself may be a link. */
  beneath(root: string): Promise<FilesBeneath>;
}

/** The new bytes of a file with these bytes; they depend only on these bytes. */
export type FileChange = (current: Uint8Array | null) => Uint8Array | null | Promise<Uint8Array | null>;

/** Side effects of the replacement of a file; null if there were none. */
export interface Replaced {
  /** Other hard links to the file, which keep the old content. */
  readonly severedLinks: number;
  /** Only the owner may read the file now, because the other readers could not be determined. */
  readonly isNarrower: boolean;
}

/** Each file is named by the folders under the root and its own name. All methods throw FileFaults. */
export interface FilesBeneath {
  /** The file's bytes; null if it, a folder of its path or the root does not exist. */
  read(segments: readonly string[]): Promise<Uint8Array | null>;
  /** Creates or replaces a private file (0600), completely or not at all; missing folders are created 0700. */
  replace(segments: readonly string[], bytes: Uint8Array): Promise<void>;
  /** Creates one only if none exists; otherwise returns false and changes nothing, also if another process was faster. */
  create(segments: readonly string[], bytes: Uint8Array): Promise<boolean>;
  /** Removes the file and keeps the folders; false if there was none. */
  remove(segments: readonly string[]): Promise<boolean>;
  /** All files, each as `read` wants it named, in order; none where the root is not there. Links are left out. */
  list(): Promise<readonly (readonly string[])[]>;
  /** Why `replace` could not write here, as far as is known without writing. */
  refusesReplace(segments: readonly string[]): Promise<FileFault | null>;
}

/**
 * A failure of the file system with a message for people. `code` is the system's (`EACCES`), or `busy` (another process
 * holds the lock), `special` (neither file nor folder) or `link` (a symbolic link where none is allowed). `problem` is the
 * message without the path, for callers that have a better name than the path.
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
