/** A value of a binary type, as receivers of text get it. */
import type { Encoding } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';

export function asText(value: SecretValue, encoding: Encoding): SecretValue {
  return SecretValue.fromText(Buffer.from(value.reveal()).toString(encoding));
}
