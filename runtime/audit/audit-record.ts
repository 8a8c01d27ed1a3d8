/** A record of the audit log (semantics 13). Has no field for a value. */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';

export type AuditAction =
  | 'get'
  | 'set'
  | 'delete'
  | 'check'
  | 'run'
  | 'import'
  | 'export'
  | 'rekey'
  | 'cache_clear'
  | 'cache_refresh';

export type AuditOutcome = 'found' | 'missing' | 'default' | 'written' | 'deleted' | 'started' | 'error';

/** What one event adds to what is the same in all records of a session. Absent members are not written. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly project: string;
  readonly profile: string;
  readonly scope?: string | undefined;
  /** The secret, or the credential, of an operation on one of them. */
  readonly key?: string | undefined;
  /** Those of an operation on many, sorted. */
  readonly keys?: readonly string[] | undefined;
  /** The program of `run`; `credential` for the access to a credential. */
  readonly command?: string | undefined;
  /** Without credentials. */
  readonly provider?: string | undefined;
  /** The entry, if an author chose it: `item=.. field=..`. */
  readonly ref?: string | undefined;
  /** Those of `keys` whose entry an author chose, by name. */
  readonly refs?: ReadonlyMap<string, string> | undefined;
  readonly outcome: AuditOutcome;
  readonly errorKind?: ErrorKind | undefined;
  readonly purpose?: Purpose | undefined;
}

/** What a program of a resolver session wants a value for, as it says (semantics 15.6). */
export interface Purpose {
  readonly consumer: string;
  readonly operation: string;
  readonly host?: string;
  readonly path?: string;
}

/** Takes the events of a session. Never fails, and never stops an operation. */
export interface AuditLog {
  /** The path of the log if it did not exist before; null otherwise. */
  readonly createdAt: string | null;
  append(event: AuditEvent): void;
  /** What went wrong since it was last asked, each problem once. */
  takeProblems(): readonly AuditProblem[];
}

export type AuditProblem =
  | { readonly kind: 'unwritable'; readonly path: string; readonly reason: string }
  /** The file holds something else than records, and is left as it is. */
  | { readonly kind: 'foreign'; readonly path: string }
  | { readonly kind: 'relative'; readonly path: string }
  | { readonly kind: 'nowhere' }
  /** The limit is 0, so the default applies. */
  | { readonly kind: 'no size' };
