/** A manifest or user configuration in memory. */

export interface SourceFile {
  /** As shown to people: relative, POSIX separators, never absolute. */
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
}
