/** What may be written at a position. */
export interface Candidate {
  readonly text: string;
  /** One line for people, from our own texts or from a manifest: not yet safe for a terminal. */
  readonly description?: string;
  /** Whether more of the same argument follows, as after a folder: the shell adds no blank. */
  readonly isOpen?: boolean;
}
