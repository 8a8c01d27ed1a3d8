/** The pieces of a program that matter here. Comments are none. */
export interface Token {
  readonly kind: 'word' | 'string' | 'mark';
  /** Of a string its content; null where it is computed, or has escapes. */
  readonly text: string | null;
  readonly start: number;
  readonly end: number;
  /** Whether a line ends before it. */
  readonly isFirst: boolean;
}
