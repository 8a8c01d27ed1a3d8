/** Declares several names at once, without a store that lists them. Accesses no secret, so that it needs no reason. */
import type { Call } from '../call.js';
import { type AddedSecrets, additionTo, type Declared, declare } from './add.js';

export async function addNames(call: Call, declared: readonly Declared[]): Promise<AddedSecrets> {
  const addition = await additionTo(call);
  if (declared.length > 0) await declare(addition, declared);
  const { profile, path, named } = addition;
  return { profile, path: named ?? path, named, secrets: declared.map(({ secret }) => secret) };
}
