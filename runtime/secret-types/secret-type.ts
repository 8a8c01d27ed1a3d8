/** What a secret type can do at run time: make a value. */

import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { MOST } from '#schemas/secret-types/descriptor.js';
import type { SecretValue } from '../values/secret-value.js';

export interface SecretTypeModule {
  /** A fresh value; the options are those of the plan, with every default filled in. */
  generate(options: Named<Json>): Generated | Promise<Generated>;
}

export type Generated =
  | { readonly kind: 'generated'; readonly value: SecretValue }
  /** `reason` is a clause of ours and holds no value. `quote` is what another program said. */
  | { readonly kind: 'failed'; readonly reason: string; readonly quote?: string };

/** A count that the manifest chose, or why it cannot be used. */
export function countOf(options: Named<Json>, name: string): number | string {
  const count = own(options, name);
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    return `\`${name}\` is not a whole number`;
  return count <= MOST ? count : `\`${name}\` is more than ${MOST}`;
}

export function failedBecause(reason: string): Generated {
  return { kind: 'failed', reason };
}
