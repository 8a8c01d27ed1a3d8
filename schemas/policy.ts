/** A policy as read: rules that manifests are judged by. The compiler makes it from text. */
import type { Severity } from './diagnostics/diagnostic.js';
import type { ValueType } from './secret-types/value-types.js';
import type { PatternPart } from './value-pattern/pattern.js';

export interface Policy {
  /** As shown to people. */
  readonly file: string;
  readonly rules: readonly PolicyRule[];
  /** What is written in its rules that have mistakes, as far as it can be read. */
  readonly unsound: readonly RuleUse[];
}

/** What a rule says of a project: it can be judged in view of one even where the rule has other mistakes. */
export interface RuleUse extends Pick<PolicyRule, 'index' | 'profiles' | 'secrets'> {
  /** Null: none is written. */
  readonly id: string | null;
  /** Several are a mistake, and none is. */
  readonly subjects: readonly PolicySubject[];
}

export interface PolicyRule {
  readonly id: string;
  /** Its place in the list of its file. */
  readonly index: number;
  readonly severity: Severity;
  /** Patterns; null: all. */
  readonly profiles: readonly string[] | null;
  readonly secrets: readonly string[] | null;
  /** What to do, in the words of its author. */
  readonly message: string | null;
  readonly subject: PolicySubject;
}

export type PolicySubject =
  | ({ readonly kind: 'stores' } & Readonly<Record<StoreClause, readonly string[] | null>>)
  | { readonly kind: 'default' }
  | { readonly kind: 'generate'; readonly only: readonly string[] | null; readonly forbid: readonly string[] | null }
  /** Null: no cache at all. */
  | { readonly kind: 'cache'; readonly maxAge: { readonly written: string; readonly seconds: number } | null }
  | { readonly kind: 'reason'; readonly atLeast: true | 'agents' }
  | { readonly kind: 'scope' }
  | { readonly kind: 'description'; readonly pattern: string }
  | { readonly kind: 'required' }
  /** Judged where there are values. */
  | { readonly kind: 'value'; readonly clauses: readonly ValueClause[] };
export type StoreClause = 'only' | 'forbid' | 'demand';

/** What a rule says of a value, each by the key that says it. */
export type ValueClause =
  | { readonly key: 'type'; readonly type: ValueType }
  | { readonly key: 'pattern'; readonly pattern: PatternPart }
  | { readonly key: 'one_of'; readonly texts: readonly string[] }
  | { readonly key: 'min_length' | 'max_length' | 'min_entropy_bits'; readonly limit: number }
  | { readonly key: 'not_default' };

/** The rule that a finding is about. */
export interface PolicyOrigin {
  readonly file: string;
  readonly rule: string;
}
