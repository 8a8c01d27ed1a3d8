/** Random bytes in lower-case hexadecimal digits (semantics 9.1). */
import { randomBytes } from 'node:crypto';
import type { Named } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

export function generate(options: Named<Json>): Generated {
  const bytes = countOf(options, 'bytes');
  if (typeof bytes === 'string') return failedBecause(bytes);
  return { kind: 'generated', value: SecretValue.fromText(randomBytes(bytes).toString('hex')) };
}
