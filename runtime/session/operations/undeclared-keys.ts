/** Keys of `.env` files that no profile declares: a new one that was not added to the manifest, or a misspelled one. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { UndeclaredKey } from '#schemas/diagnostics/undeclared-keys.js';
import { nearest } from '#schemas/nearest.js';
import { isSecretName } from '#schemas/secret-name.js';
import { declaredNames } from '../../link/declared-names.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { PlacedNames } from '../../providers/provider.js';
import type { Operation } from '../operation.js';
import type { Resolved } from '../resolve.js';

/** A warning for each of these dotenv stores that has such keys. */
export async function undeclaredKeys(
  operation: Operation,
  { linked, stores }: Pick<Resolved, 'linked' | 'stores'>,
  files: readonly number[],
): Promise<readonly Diagnostic[]> {
  const { plan, user } = await operation.linkable();
  const isDeclared = declaredNames(plan, user);
  const warnings: Diagnostic[] = [];
  for (const store of files) {
    const keys = undeclaredIn(await stores.placedNames(store), isDeclared, linked);
    if (keys.length === 0) continue;
    const { profile } = linked;
    warnings.push(storesIo.W1112({ store: stores.written(store), profile, keys }));
  }
  return warnings;
}

function undeclaredIn(
  placed: PlacedNames | null,
  isDeclared: (name: string) => boolean,
  { reads }: LinkedPlan,
): readonly UndeclaredKey[] {
  if (placed === null) return [];
  const { names } = placed;
  // A name that the scope hides is not a suggestion.
  const lacking = reads.filter(({ secret, nameable }) => nameable && !names.has(secret)).map(({ secret }) => secret);
  return [...names].flatMap(([name, place]): UndeclaredKey[] => {
    if (isDeclared(name)) return [];
    if (!isName(name)) return [{ name: null, place, nearest: null, isDeclarable: false }];
    return [{ name, place, nearest: nearest(name, lacking), isDeclarable: isSecretName(name) && name !== 'defaults' }];
  });
}

/** A line of a key or of a certificate that lost its quotes may end in `=`, and must not be shown. */
export function isName(text: string): boolean {
  if (!/^[\p{L}\p{Nd}_][\p{L}\p{Nd}_.-]*$/u.test(text)) return false;
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (!isMixed) return text.length <= LONGEST;
  return text.length <= (/[0-9]/.test(text) ? LONGEST_WITH_DIGITS : LONGEST_MIXED);
}

const LONGEST = 60;
const LONGEST_MIXED = 24;
const LONGEST_WITH_DIGITS = 5;
