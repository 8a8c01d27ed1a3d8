/** Random UUIDs, version 4, in lower case (semantics 9.1). */
import { randomUUID } from 'node:crypto';
import { SecretValue } from '../values/secret-value.js';
import type { Generated } from './secret-type.js';

export function generate(): Generated {
  return { kind: 'generated', value: SecretValue.fromText(randomUUID()) };
}
