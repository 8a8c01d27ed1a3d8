/** The JSON shape of value-free reports: `check --json` and the SDK (semantics 6.3). Sorted by name, no other members. */
import type { GroupMode } from './groups.js';

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
}

export interface SecretReport {
  readonly name: string;
  readonly status: 'resolved' | 'missing_required' | 'missing_optional';
  readonly required: boolean;
  /** The store that answered, in its display form. */
  readonly source_provider?: string;
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
