/** What execution gives back: found, missing, missing_required, will_generate – and from where. */

import type { Diagnostic, ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { ViolationReport } from '#schemas/report.js';
import type { At } from '#schemas/addresses/address.js';
import type { ValueBreach } from '../value-rules/judge-values.js';
import type { SecretValue } from '../values/secret-value.js';

export type ExecuteResult = Resolved | Failed;

/** Everything could be looked for; whether all that is required is there, `unsatisfied` says. */
export interface Resolved {
  readonly kind: 'resolved';
  readonly resolution: Resolution;
  /** Stores of chains, and caches, that failed before another store answered. */
  readonly warnings: readonly Diagnostic[];
  /** What a person may want to change about values; only of `check`. */
  readonly advice: readonly Diagnostic[];
  /** Rules of policies that values break. */
  readonly breaches: readonly ValueBreach[];
}

/** One hard error fails the whole operation: there is no partial result (semantics 4.2). */
export interface Failed {
  readonly kind: 'failed';
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly accessed: readonly string[];
  readonly provider: string;
}

export interface Resolution {
  readonly profile: string;
  readonly scope: string | null;
  /** What reports and audit call "the provider" (semantics 3.4); empty when nothing was asked for. */
  readonly provider: string;
  /** Visible secrets, by name. */
  readonly secrets: readonly ResolvedSecret[];
  readonly violations: readonly ViolationReport[];
  /** What is wrong with the stores, or the stored values, of the secrets with status `error`; only of `check`. */
  readonly failures: readonly Diagnostic[];
  /** Every name that was looked for, hidden inputs included, sorted: for the audit log alone. */
  readonly accessed: readonly string[];
  /** Every name without a value, hidden inputs included: a missing composed secret lacks some of them. */
  readonly missing: readonly string[];
  /**
   * Values of hidden inputs of what is delivered, without those that are a default of the manifest: no one receives them, but
   * parts of delivered values are made of them.
   */
  readonly hidden: readonly SecretValue[];
  /** Temporary files written for it, those of hidden inputs included: they are removed where nothing is delivered. */
  readonly files: readonly string[];
  /** Only of a mode that tells it. */
  readonly validity?: Validity;
}

/** How long what is delivered can be used. What is made of others lives as long as the first of them ends. */
export interface Validity {
  readonly expiresAt: Date | null;
  /** When a cache will ask the store again; null for what no cache served. */
  readonly refreshAt: Date | null;
  /** Names the version that a store gave; null if it names none, and for what is made of others. */
  readonly revision: string | null;
}

export type ResolvedSecret = SecretFacts & Outcome;
export type FoundSecret = Extract<ResolvedSecret, { readonly status: 'found' }>;
export interface SecretFacts {
  readonly secret: string;
  readonly description: string;
  readonly required: boolean;
  readonly asPath: boolean;
  readonly type: string | null;
}

/** `isEmpty`: the value is known and has no byte. */
export type Outcome =
  | { readonly status: 'found'; readonly origin: Origin; readonly isEmpty: boolean; readonly delivered: Delivered }
  | { readonly status: 'missing' }
  | { readonly status: 'missing_required' }
  /** In a value-free pass: the value would be made (spec 3). */
  | { readonly status: 'will_generate' }
  /** In a `check`: whether there is a value is not known, because a store failed, or the stored value is not usable. */
  | ({ readonly status: 'error' } & Unread);

/** The store, as it is shown, and how it failed, or its value did. */
export interface Unread {
  readonly store: string;
  readonly errorKind: ErrorKind;
  readonly cause: 'store' | 'value';
}

/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'store'; readonly store: string; readonly at: At }
  | { readonly kind: 'default' }
  | { readonly kind: 'generated' }
  /** `store`: where the answer was kept; left out where no store keeps it. */
  | { readonly kind: 'entered'; readonly store?: string }
  | { readonly kind: 'composed' }
  /** `from`: null where the scope hides the name. */
  | { readonly kind: 'derived'; readonly how: 'selected' | 'converted'; readonly from: string | null };

/**
 * `withheld`: in a value-free pass, and where something required is missing. `text`: a value of a binary type as receivers
 * of text get it (semantics 9.5).
 */
export type Delivered =
  | { readonly kind: 'value'; readonly value: SecretValue; readonly text?: SecretValue }
  | { readonly kind: 'path'; readonly value: SecretValue; readonly path: string }
  | { readonly kind: 'withheld' };
