/** Secrets that no store keeps as such: they are made of other values, so they are neither written nor removed (spec 2.7, 2.11). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';

/** For each secret the step by which it can be written and removed, or why it cannot. */
export function keptSteps({ profile, reads, finish }: LinkedPlan): (secret: string) => ReadStep | Diagnostic {
  const steps = new Map(reads.map((step) => [step.secret, step]));
  const sources = new Map(
    finish.flatMap((made) => (made.kind === 'derive' ? [[made.secret, made.from] as const] : [])),
  );
  return (secret) => {
    const about = { about: { profile, secret } };
    const step = steps.get(secret);
    if (step !== undefined) return step.extract === undefined ? step : storesIo.E1116({ secret }, about);
    const from = sources.get(secret);
    return from === undefined ? storesIo.E1115({ secret }, about) : storesIo.E1117({ secret, from }, about);
  };
}
