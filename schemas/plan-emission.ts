/** A plan as the configuration of an engine that runs at scale: what `tool plan emit` answers. */
import type { AnswerHead } from './plan-question.js';

export const EMIT_TARGETS = ['compose', 'external-secrets', 'github', 'gitlab', 'systemd', 'vault-agent'] as const;
export type EmitTarget = (typeof EMIT_TARGETS)[number];

/**
 * What engines that read values themselves have for a kind of store. `systemd` and `compose` start `tool`, which can read every store;
 * systemd also hands over credentials.
 */
export interface Engines {
  readonly 'external-secrets'?: ExternalSecretsProvider;
  readonly github?: 'variable';
  readonly gitlab?: 'variable';
  readonly systemd?: 'credential';
  readonly 'vault-agent'?: 'kv';
}
export type ExternalSecretsProvider =
  | 'aws ParameterStore'
  | 'aws SecretsManager'
  | 'azurekv'
  | 'gcpsm'
  | 'kubernetes'
  | 'vault';

export interface PlanEmission extends AnswerHead {
  readonly for: EmitTarget;
  /** In the order of the document. */
  readonly services: readonly EmittedService[];
  /** What the engine cannot do as the plan says, by secret. */
  readonly uncovered: readonly UncoveredSecret[];
  readonly document: string;
}

/** Who gets secrets: a service with its scope, or all secrets of a profile. */
export interface EmittedService {
  readonly service: string;
  readonly profile: string;
  readonly scope: string | null;
  /** Those that the service gets, by name: hidden ones that they are made of are not among them. */
  readonly secrets: readonly string[];
}

export interface UncoveredSecret {
  readonly secret: string;
  readonly profiles: readonly string[];
  /** Whether the document has the secret nevertheless. */
  readonly isIn: boolean;
  /** A clause without a subject: `is generated when it is missing, which …`. */
  readonly why: string;
}
