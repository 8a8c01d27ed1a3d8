/** A manifest or user configuration in memory. */

export interface SourceFile {
  /** As shown to people: relative, POSIX separators, never absolute. */
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  /**
   * How it was reached, which decides whether its lines are shown. Omitted: the entry manifest or the user's own
   * configuration, always shown. `parent`: what `extends` names; shown as far as it is a manifest. `outside`: the same
   * outside the checkout; never shown. A manifest may name any file, and its author may see what a run prints.
   */
  readonly origin?: 'parent' | 'outside';
}
