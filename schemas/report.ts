/** The JSON shape of value-free reports: `check --json` and the SDK (semantics 6.3). Sorted by name, no other members. */
import type { ErrorKind, Severity } from './diagnostics/diagnostic.js';
import type { GroupMode } from './groups.js';
import type { ValueClause } from './policy.js';

export interface ResolutionReport {
  readonly schema_version: 1;
  /** Redacted; empty when nothing was contacted. */
  readonly provider: string;
  readonly profile: string;
  /** Left out when no scope is selected. */
  readonly scope?: string;
  readonly secrets: readonly SecretReport[];
  /** Left out when every group is satisfied. */
  readonly constraint_violations?: readonly ViolationReport[];
  /** Left out if no value breaks a rule of the policies that the call names. */
  readonly policy_findings?: readonly PolicyFinding[];
}

/** A rule that values break. Nothing of a value, nor anything that it could be told from. */
export interface PolicyFinding {
  /** The file of the rule. */
  readonly policy: string;
  readonly rule: string;
  /** What of the rule they break. */
  readonly key: ValueClause['key'];
  readonly severity: Severity;
  readonly secrets: readonly string[];
  readonly message: string;
}

export interface SecretReport {
  readonly name: string;
  /** `error`: a store failed, so that it is not known whether there is a value. */
  readonly status: 'resolved' | 'missing_required' | 'missing_optional' | 'error';
  readonly required: boolean;
  /** The store that answered, or that failed, in its display form. */
  readonly source_provider?: string;
  /** With status `error` only: the kind of the failure. */
  readonly error_kind?: ErrorKind;
  readonly default_applied: boolean;
  /** In value-free reports: a value would be minted. */
  readonly generated: boolean;
  readonly as_path: boolean;
}

export interface ViolationReport {
  readonly kind: GroupMode;
  readonly group: string;
  readonly secrets: readonly string[];
  readonly present: readonly string[];
}
