/** The keyring of the operating system, as the store uses it: entries by service and account. */

export interface Keyring {
  readonly kind: 'keyring';
  /** How many entries may be read at the same time. */
  readonly mostAtOnce: number;
  entry(service: string, account: string): KeyringEntry;
  close(): void;
}

/** What these throw, `keyring-failure.ts` makes a failure of. */
export interface KeyringEntry {
  /** Null if there is none. */
  read(): Promise<Uint8Array | null>;
  write(value: Uint8Array): Promise<void>;
  /** Writes the value if there is none; else what is there, which stays. */
  add(value: Uint8Array): Promise<Uint8Array | null>;
  /** False if there was none. */
  remove(): Promise<boolean>;
}
