/** What a session gets from outside in addition to its call. Tests pass fakes. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { AuditSettings } from '#schemas/user-config.js';
import type { CallerAccess } from '../access/caller.js';
import type { AuditLog, Purpose } from '../audit/audit-record.js';
import type { Ask, Progress, TemporaryFiles } from '../execute/ports.js';
import type { Variables } from '../inputs/folders.js';
import type { ConcreteStore } from '../link/linked-plan.js';
import type { ProviderPorts, Refused } from '../providers/provider.js';
import type { UsableStore } from '../stores/usable-store.js';
import type { Terminal } from '../terminal/terminal.js';

export interface SessionPorts {
  /** Warnings of an operation, reported whether it succeeds or not. */
  readonly warn: (warnings: readonly Diagnostic[]) => Promise<void>;
  /** One line for people: "✓ NAME - generated and saved to dotenv (profile: default)". */
  readonly notice: (line: string) => Promise<void>;
  /** How far long work is; null where nobody sees it. */
  readonly progress: Progress | null;
  /** Called before the first contact with stores that a person may have to unlock. */
  readonly beforeUnlocks: (stores: readonly ConcreteStore[]) => Promise<void>;
  /** Null if no one can be prompted. */
  readonly terminal: Terminal | null;
  /** Answers the questions for values in place of a person at the terminal: a program that asked for them. */
  readonly ask?: Ask;
  /** What a request is for, as the program that makes it says; left out: it says nothing. */
  readonly purpose?: Purpose;
  /** Where files with values are written, if they do not belong to their receivers. Gets what finds the system's folder. */
  readonly keepFiles?: (findSystemFolder: () => string | null) => TemporaryFiles | Promise<TemporaryFiles>;
  /** Opens the audit log; null if the user wants none. */
  readonly openLog: (settings: AuditSettings, access: CallerAccess, variables: Variables) => AuditLog | null;
  readonly openStore: (uri: StoreUri, ports: ProviderPorts) => Promise<UsableStore | Refused>;
  readonly now: () => Date;
  /** False: only what is open already is read. Left out: a person may be asked to unlock a store, also by the store itself. */
  readonly mayUnlock?: false;
  /** Aborts if the process is asked to end or the caller's deadline passes. Read it only when it is needed. */
  readonly signal: AbortSignal;
  /** Nothing aborts the work once it has begun; what asked for it takes effect after it. */
  readonly uninterruptibly: <T>(work: () => Promise<T>) => Promise<T>;
}
