/** The smallest permissions that `run` needs: what `tool plan policy` answers. */
import type { Json } from './plan.js';
import type { ContactAccess } from './plan-contacts.js';
import type { AnswerHead } from './plan-question.js';

export const POLICY_TARGETS = ['vault', 'aws', 'gcp', 'azure', 'k8s'] as const;
export type PolicyTarget = (typeof POLICY_TARGETS)[number];

export interface PlanPolicy extends AnswerHead {
  readonly for: PolicyTarget;
  readonly profile: string;
  readonly scope: string | null;
  /** With `--part`: which of how many documents this is, all of which are needed. */
  readonly part?: PolicyPart;
  /** In the order of the document. */
  readonly statements: readonly PolicyStatement[];
  /** The document; its text where it is not JSON. */
  readonly policy: Json;
  /** Stores that the profile contacts and the document does not cover. */
  readonly uncovered: readonly UncoveredStore[];
}

export interface PolicyPart {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

export interface PolicyStatement {
  /** As it stands in the document; its text where that is not JSON. */
  readonly statement: Json;
  /** What the statement is for. */
  readonly access: readonly ContactAccess[];
  /** Those that fail without it, by name. */
  readonly secrets: readonly string[];
}

export interface UncoveredStore {
  /** Alias, URI or name as the manifest writes it, redacted; null: the user's default store. */
  readonly store: string | null;
  readonly secrets: readonly string[];
}
