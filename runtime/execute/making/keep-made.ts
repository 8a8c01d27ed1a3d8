/** Values that were made, on their way to their stores: none is known before it is stored. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import { logicalValue } from '../content/logical-value.js';
import { type Destination, storeValues } from '../keeping/keep.js';
import type { Known } from '../known.js';
import type { Made, Making } from './making.js';

/** A value, or why it could not be made, and where it is to be kept: null where no store keeps it. */
export interface MadeValue {
  readonly step: ReadStep;
  readonly value: SecretValue | { readonly diagnostic: Diagnostic };
  readonly destination: Destination | null;
}
interface Keepable extends MadeValue {
  readonly value: SecretValue;
}

/** Stores what is to be stored; nothing at all where one of them could not be made. */
export async function keepMade(
  making: Making,
  made: readonly MadeValue[],
  how: 'generated' | 'entered',
): Promise<Made> {
  const ready: Keepable[] = [];
  const unmade: Diagnostic[] = [];
  for (const { step, value, destination } of made) {
    if (value instanceof SecretValue) ready.push({ step, value, destination });
    else unmade.push(value.diagnostic);
  }
  if (unmade.length > 0) return { values: new Map(), errors: unmade, warnings: [] };
  const { values: overtaking, errors, warnings } = await deposit(making, ready, how);
  if (errors.length > 0) return { values: new Map(), errors, warnings };
  const values = new Map<string, Known>(overtaking);
  for (const { step, value, destination } of ready) {
    if (overtaking.has(step.secret)) continue;
    values.set(step.secret, { kind: 'found', value, origin: { kind: how } });
    await making.ports.notice(noticeOf(making.linked, step, destination, how));
  }
  return { values, errors, warnings };
}

/**
 * Gives the values that another process was faster to store, so that all processes that found none agree on one. An answer of a
 * person replaces what another process stored.
 */
async function deposit(making: Making, ready: readonly Keepable[], how: 'generated' | 'entered'): Promise<Made> {
  const yielding = how === 'generated' && ({ onlyIfAbsent: true } as const);
  const deposits = ready.flatMap(({ value, destination }) => {
    return destination === null ? [] : [{ destination, value, ...yielding }];
  });
  const { results, warnings } = await storeValues(making.linked, making.ports, deposits);
  const values = new Map<string, Known>();
  const errors: Diagnostic[] = [];
  for (const [index, result] of results.entries()) {
    const destination = deposits[index]?.destination;
    if (result.kind === 'failed') errors.push(how === 'generated' ? discarded(result.diagnostic) : result.diagnostic);
    if (result.kind !== 'present' || destination === undefined) continue;
    const { step, opened, reading } = destination;
    const stored = await logicalValue(making.linked, step, result.value, making.takeRoom);
    const origin = { kind: 'store', store: opened.store.shown, at: reading.at } as const;
    if (stored.kind === 'failed') errors.push(stored.diagnostic);
    else values.set(step.secret, { kind: 'found', value: stored.value, origin });
  }
  return { values, errors, warnings };
}

/** No value is used that was not stored: another process could not know it. */
function discarded(diagnostic: Diagnostic): Diagnostic {
  return {
    ...diagnostic,
    help: diagnostic.help ?? 'the generated value was discarded; the next run generates a new one',
  };
}

function noticeOf({ profile }: LinkedPlan, step: ReadStep, destination: Destination | null, how: string): string {
  const name = step.nameable ? step.secret : HIDDEN_INPUT;
  if (destination === null) return `✓ ${name} - ${how} for this run only (profile: ${profile})`;
  return `✓ ${name} - ${how} and saved to ${destination.opened.scheme} (profile: ${profile})`;
}
