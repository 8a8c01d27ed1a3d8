/** The JSON of `tool scan`: where values were found, what was not looked for, and what could not be searched. */

export const SCAN_FORMAT = 1;

/** How a value is written where it was found. */
export const SCAN_FORMS = ['plain', 'line', 'base64', 'hex', 'url', 'json', 'shell', 'html', 'utf-16'] as const;
export type ScanForm = (typeof SCAN_FORMS)[number];

export const NOT_SOUGHT_REASONS = ['default', 'empty', 'no value', 'store failed', 'too large', 'too short'] as const;
export type NotSoughtReason = (typeof NOT_SOUGHT_REASONS)[number];

export interface ScannedSecret {
  readonly secret: string;
  readonly profiles: readonly string[];
}

export interface ScanFinding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** Null outside of the history. */
  readonly commit: string | null;
  readonly form: ScanForm;
  readonly secrets: readonly ScannedSecret[];
}

export interface NotSought extends ScannedSecret {
  readonly reason: NotSoughtReason;
}

export interface UnsearchedFile {
  readonly file: string;
  readonly reason: string;
}

export interface ScanReport {
  readonly format: typeof SCAN_FORMAT;
  readonly findings: readonly ScanFinding[];
  readonly notLookedFor: readonly NotSought[];
  readonly notSearched: readonly UnsearchedFile[];
  readonly files: number;
  readonly bytes: number;
}
