/** Required secrets that were found empty: that satisfies them, and is rarely meant. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution as codes } from '#schemas/diagnostics/E10-resolution.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Resolution } from './resolution.js';
import { settableAmong } from './settable.js';

/** One warning for each. */
export function emptyValues(linked: LinkedPlan, { secrets, profile }: Resolution): readonly Diagnostic[] {
  return secrets.flatMap((found) => {
    if (found.status !== 'found' || !found.required || !found.isEmpty) return [];
    const { secret } = found;
    const isSettable = settableAmong(linked, [secret]) !== null;
    return [codes.W1001({ secret, profile, isSettable }, { about: { profile, secret } })];
  });
}
