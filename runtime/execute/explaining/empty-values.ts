/** Required secrets that were found empty: that satisfies them, and is rarely meant. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution as codes } from '#schemas/diagnostics/E10-resolution.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Resolution } from '../resolution.js';
import { supplyOf } from './explain-missing.js';

/** One warning for each. */
export function emptyValues(linked: LinkedPlan, { secrets, profile }: Resolution): readonly Diagnostic[] {
  return secrets.flatMap((found) => {
    if (found.status !== 'found' || !found.required || !found.isEmpty) return [];
    const { secret } = found;
    const step = linked.reads.find((read) => read.secret === secret);
    const isSettable = step !== undefined && supplyOf(linked, step).kind === 'set';
    return [codes.W1001({ secret, profile, isSettable }, { about: { profile, secret } })];
  });
}
