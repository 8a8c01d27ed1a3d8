/** Files that several processes read and write: the port that providers, caches and logs are given. */

export interface Files {
  /** The file's bytes; null when it, or a folder on the way, is not there. Throws a FileFault for everything else. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * Reads, changes and replaces a file under a lock that other processes of ours honour: lock, read, `change`, temporary
   * file in the same folder, fsync, rename, fsync of the folder. `change` gets null where there is no file and gives
   * null to leave everything as it is. A symbolic link is followed to its target, never replaced. A new file gets
   * `mode` (default 0600) and missing parent folders 0700; an existing one keeps its mode or a tighter one.
   */
  update(
    path: string,
    change: (current: Uint8Array | null) => Uint8Array | null,
    options?: { readonly mode?: number },
  ): Promise<void>;
}

/** A failure of the file system in words for people; `code` is the system's (`EACCES`). */
export class FileFault extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
