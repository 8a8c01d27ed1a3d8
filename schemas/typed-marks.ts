/** What generated code was made from, as it is written in it and compared with the manifest when it loads secrets (programs c). */
import { byName } from './named.js';
import type { Plan } from './plan.js';
import { type TypedSecret, typedSecrets } from './typed-secrets.js';

/**
 * How a profile has a secret: `V` as a value, `F` as a file; in lower case if it may be missing; `-`: it does not declare it.
 */
export type TypedMark = 'V' | 'v' | 'F' | 'f' | typeof UNDECLARED;
export const UNDECLARED = '-';

/** Each secret with its marks, in the order of the profiles. */
export type MarkedSecret = readonly [name: string, marks: string];

/** Those that at least one of the profiles declares, sorted by name. */
export function markedSecrets(plan: Plan, profiles: readonly string[]): readonly MarkedSecret[] {
  const tables = profiles.map((profile) => marksIn(plan, profile));
  const names = new Set(tables.flatMap((marks) => [...marks.keys()]));
  return [...names].sort(byName).map((name) => [name, tables.map((marks) => marks.get(name) ?? UNDECLARED).join('')]);
}

/** The marks of one profile. */
export function marksIn(plan: Plan, profile: string): ReadonlyMap<string, TypedMark> {
  return new Map(typedSecrets(plan, [profile]).map((secret) => [secret.name, markOf(secret)]));
}

function markOf({ isGuaranteed, isPath }: TypedSecret): TypedMark {
  if (isPath) return isGuaranteed ? 'F' : 'f';
  return isGuaranteed ? 'V' : 'v';
}
