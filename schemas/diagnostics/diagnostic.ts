/** What is wrong, where, and what to do: one shape for the terminal, JSON and the SDK. */

import type { PolicyOrigin } from '../policy.js';

export type Severity = 'error' | 'warning';

/**
 * A place in a manifest or user configuration: a key path, which becomes line and column only when a diagnostic is
 * printed. `part` says which side of `key = value` is meant. `span` points inside a string value, in UTF-16 units of the
 * value (a template's reference). `offset` is used instead of the path where the text could not be read as TOML, and in
 * comments, in UTF-16 units of the file; so is `length`, without which one character is meant.
 */
export interface Place {
  /** As shown to people: relative, POSIX separators, never absolute. */
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly part: 'key' | 'value';
  readonly span?: { readonly start: number; readonly end: number };
  readonly offset?: number;
  readonly length?: number;
}

/** Another place that matters: "first declared here". */
export interface Label {
  readonly at: Place;
  readonly text: string;
}

/** One part of a problem that has many: a missing secret, and where it was looked for. */
export interface Detail {
  readonly text: string;
  readonly lines: readonly string[];
}

/** A correction that an editor can make. At most one of a finding is preferred: the one to make without asking. */
export interface Fix {
  /** What it does, as an instruction: "write `required`". */
  readonly title: string;
  readonly edits: readonly FixEdit[];
  readonly preferred: boolean;
}

/** `text` replaces what is written at `at`, in TOML spelling. Where `at` is an entry of a list, empty text removes it with its comma. */
export interface FixEdit {
  readonly at: Place;
  readonly text: string;
}

/** What a run-time diagnostic is about; its place in the manifest is looked up only when it is printed. */
export type Subject =
  /** `store`: the one that is meant of the chain or of an alias in it, as it is written. */
  | { readonly profile: string; readonly secret: string; readonly field?: string; readonly store?: string }
  | { readonly alias: string }
  | { readonly scope: string };

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  /** The kind of problem: the same words every time, no names. */
  readonly title: string;
  /** This occurrence, short enough to fit under the caret. */
  readonly message: string;
  readonly at: Place | null;
  readonly about: Subject | null;
  readonly labels: readonly Label[];
  /** Text of a store or vendor, quoted after ours. Not trusted: views escape it. */
  readonly quote: string | null;
  readonly help: string | null;
  /** Left out where none is known. */
  readonly fixes?: readonly Fix[];
  /** What is known of each part of the problem; left out where the message says it all. */
  readonly details?: readonly Detail[];
  /** The rule that is broken, and the profiles in which it is; left out of findings that are about no policy. */
  readonly policy?: PolicyOrigin;
  readonly profiles?: readonly string[];
  /** semantics 13.1: the stable kind for audit, SDK and sessions. */
  readonly kind: ErrorKind;
}

export type ErrorKind =
  | 'io'
  | 'toml'
  | 'unsupported_revision'
  | 'keyring'
  | 'dotenv'
  | 'no_provider_configured'
  | 'provider_not_found'
  | 'secret_not_found'
  | 'required_secret_missing'
  | 'prompt_unavailable'
  | 'prompt_value_empty'
  | 'composed_secret_read_only'
  | 'extracted_secret_read_only'
  | 'derived_secret_read_only'
  | 'composition_failed'
  | 'no_manifest'
  | 'extended_config_not_found'
  | 'provider_operation_failed'
  | 'json'
  | 'invalid_profile'
  | 'invalid_scope'
  | 'invalid_spec'
  | 'validation_failed'
  | 'generation_failed'
  | 'decode_failed'
  | 'reason_required'
  | 'not_trusted'
  | 'not_approved'
  | 'secret_not_text'
  | 'credential_invalid'
  | 'produced_value_write_refused'
  | 'usage'
  | WireErrorKind;

/** What an external provider answers, as it is (semantics 15.6 and 16). */
export type WireErrorKind =
  | 'parse_error'
  | 'invalid_request'
  | 'method_not_found'
  | 'invalid_params'
  | 'internal'
  | 'unsupported_version'
  | 'capability_required'
  | 'deadline_exceeded'
  | 'cancelled'
  | 'unavailable'
  | 'permission_denied'
  | 'interaction_required'
  | 'conflict'
  | 'operation_failed'
  | 'message_too_large'
  | 'representation_mismatch';

/** Where passes, rules and steps put what they find. */
export type Report = (diagnostic: Diagnostic) => void;
