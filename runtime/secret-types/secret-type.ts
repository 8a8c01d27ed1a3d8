/** What a secret type does at run time. Its descriptor says which of these its module offers. */

import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { MOST } from '#schemas/secret-types/descriptor.js';
import type { SecretType, secretTypes } from '#schemas/secret-types/index.js';
import type { Programs } from '../programs/programs.js';
import type { Environment } from '../values/environment.js';
import type { SecretValue } from '../values/secret-value.js';

export interface SecretTypeModule {
  /** A fresh value; the options are those of the plan, with every default filled in. */
  readonly generate?: (options: Named<Json>, ports: GeneratorPorts) => Generated | Promise<Generated>;
  /** Whether a value is what its type says now, with the values of the secrets that play its roles. */
  readonly check?: (value: SecretValue, roles: Named<SecretValue>, now: Date) => Checked | Promise<Checked>;
  /** A value of this type, made of one of another type that the descriptor names. */
  readonly convert?: (source: SecretValue, how: Conversion) => Converted | Promise<Converted>;
}

/** What a generator gets from outside. */
export interface GeneratorPorts {
  readonly programs: Programs;
  /** The variables of the call: bytes, as the process got them. */
  readonly environment: Environment;
  /** The working folder of the call. Reading it throws if that was removed. */
  readonly folder: string;
  /** Aborts if the call is given up. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The module of a type offers all that its descriptor says it can. */
export type ModuleOf<T extends SecretType> = SecretTypeModule &
  Required<Pick<SecretTypeModule, (typeof secretTypes)[T]['can'][number]>>;

/** The arguments of a conversion beside its source. */
export interface Conversion {
  /** The type of the source. */
  readonly from: string;
  readonly format: 'pem' | 'der' | null;
  readonly roles: Named<SecretValue>;
}

export type Generated = { readonly kind: 'generated'; readonly value: SecretValue } | Failed;
export type Checked = { readonly kind: 'sound' } | Failed;
export type Converted = { readonly kind: 'converted'; readonly value: SecretValue } | Failed;

/** `reason` is a clause of ours and holds no value. `quote` is what another program said. */
export interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
  readonly quote?: string;
}

/** A count that the manifest chose, or why it cannot be used. */
export function countOf(options: Named<Json>, name: string): number | string {
  const count = own(options, name);
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    return `\`${name}\` is not a whole number`;
  return count <= MOST ? count : `\`${name}\` is more than ${MOST}`;
}

export function failedBecause(reason: string): Failed {
  return { kind: 'failed', reason };
}
