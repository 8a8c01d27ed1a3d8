/** What a session is given of the world besides its call. Tests give fakes. */
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
  /** Null where no person is asked. */
  readonly terminal: Terminal | null;
  readonly record: (access: StoreAccess) => void;
  readonly openStore: (uri: StoreUri, ports: ProviderPorts) => Promise<UsableStore | Refused>;
  readonly now: () => Date;
  /** Aborts when the call is given up: the process was asked to end, or the caller's deadline has passed. Get it when it is needed. */
  readonly signal: AbortSignal;
}
