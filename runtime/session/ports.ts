/** What a session gets from outside in addition to its call. Tests pass fakes. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import type { StoreAccess } from '../access/store-access.js';
import type { ProviderPorts, Refused } from '../providers/provider.js';
import type { UsableStore } from '../stores/usable-store.js';
import type { Terminal } from '../terminal/terminal.js';

export interface SessionPorts {
  /** Warnings of an operation, reported whether it succeeds or not. */
  readonly warn: (warnings: readonly Diagnostic[]) => Promise<void>;
  /** One line for people: "✓ NAME - generated and saved to dotenv (profile: default)". */
  readonly notice: (line: string) => void;
  /** Null if no one can be prompted. */
  readonly terminal: Terminal | null;
  readonly record: (access: StoreAccess) => void;
  readonly openStore: (uri: StoreUri, ports: ProviderPorts) => Promise<UsableStore | Refused>;
  readonly now: () => Date;
  /** Aborts if the process is asked to end or the caller's deadline passes. Read it only when it is needed. */
  readonly signal: AbortSignal;
}
