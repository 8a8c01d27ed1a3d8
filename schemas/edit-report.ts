/** What `tool edit --format json` prints: what became of the values, without them. */
export const EDIT_FORMAT = 1;

export const EDIT_OUTCOMES = ['written', 'unchanged'] as const;

export interface EditReport {
  readonly format: typeof EDIT_FORMAT;
  readonly profile: string;
  readonly outcome: (typeof EDIT_OUTCOMES)[number];
  /** Those that were stored, in the order of the profile. */
  readonly written: readonly StoredSecret[];
}

export interface StoredSecret {
  readonly secret: string;
  /** As people call it. */
  readonly store: string;
}
