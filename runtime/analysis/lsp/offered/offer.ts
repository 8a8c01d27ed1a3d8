/** One thing that may be written. */
export interface Offer {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'secret' | 'alias' | 'scheme' | 'name';
  /** What is inserted, if that is not the label. */
  readonly text?: string;
  readonly detail?: string;
  /** For a key: of which kind a value of it is. */
  readonly fill?: 'boolean' | 'list' | 'table' | 'number' | 'text';
}
