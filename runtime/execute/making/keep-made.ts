/** Values that were made, on their way to their stores and to those who share their entries: none is known before it is stored. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import { logicalValue } from '../content/logical-value.js';
import { type Destination, storedForm, storeValues } from '../keeping/keep.js';
import type { Stores } from '../../stores/stores.js';
import type { Origin } from '../resolution.js';
import type { Values, ValueState } from '../value-state.js';
import type { Making, Produced } from './making.js';
import type { Reader } from './share-entries.js';

/** A value, or why it could not be made, and where it is to be kept: null where no store keeps it. */
export interface ProducedValue {
  readonly step: ReadStep;
  readonly value: SecretValue | { readonly diagnostic: Diagnostic };
  readonly destination: Destination | null;
}
interface Keepable extends ProducedValue {
  readonly value: SecretValue;
}

type How = 'generated' | 'entered';

/** Stores what is to be stored; nothing at all where one of them could not be made, or is nothing that another secret of its entry can read. */
export async function keepMade(
  making: Making,
  made: readonly ProducedValue[],
  readers: readonly Reader[],
  how: How,
): Promise<Produced> {
  const { ports } = making;
  const ready: Keepable[] = [];
  const unmade: Diagnostic[] = [];
  for (const { step, value, destination } of made) {
    if (value instanceof SecretValue) ready.push({ step, value, destination });
    else unmade.push(value.diagnostic);
  }
  if (unmade.length > 0) return failedWith(unmade);
  const values = new Map<string, ValueState>();
  const unreadable: Diagnostic[] = [];
  for (const one of ready) {
    values.set(one.step.secret, { kind: 'found', value: one.value, origin: originOf(ports.stores, one, how) });
    const read = await readByOthers(making, one, storedForm(one.step, one.value), readers, how);
    for (const [secret, known] of read.values) values.set(secret, known);
    unreadable.push(...read.errors);
  }
  if (unreadable.length > 0) return failedWith(unreadable);
  const refused = await refusedBy(making, values);
  if (refused.length > 0) return failedWith(refused);
  const { values: overtaking, errors, warnings } = await deposit(making, ready, readers, how);
  if (errors.length > 0) return { values: new Map(), errors, warnings };
  for (const [secret, known] of overtaking) values.set(secret, known);
  for (const { step, destination } of ready) {
    if (!overtaking.has(step.secret)) await making.ports.notice(noticeOf(making.linked, step, destination, how));
  }
  return { values, errors, warnings };
}

function failedWith(errors: readonly Diagnostic[]): Produced {
  return { values: new Map(), errors, warnings: [] };
}

/** What rules of policies do not allow, before anything is stored. */
async function refusedBy({ mode, linked, steps }: Making, values: Values): Promise<readonly Diagnostic[]> {
  const { policies = [] } = mode;
  if (policies.length === 0) return [];
  const { judgeShown } = await import('../judge-shown.js');
  const breaches = judgeShown(policies, linked, steps, values);
  return breaches.flatMap(({ diagnostic }) => (diagnostic.severity === 'error' ? [diagnostic] : []));
}

function originOf(stores: Stores, { destination }: ProducedValue, how: How): Origin {
  if (how === 'generated' || destination === null) return { kind: how };
  return { kind: how, store: stores.shown(destination.reading.store) };
}

/** What the other secrets of the entry get, each decoded and selected as it is declared. */
async function readByOthers(
  { linked, takeRoom, ports }: Making,
  { step, destination }: Pick<ProducedValue, 'step' | 'destination'>,
  stored: SecretValue,
  readers: readonly Reader[],
  how: How,
): Promise<Pick<Produced, 'values' | 'errors'>> {
  const values = new Map<string, ValueState>();
  const errors: Diagnostic[] = [];
  for (const { step: other, reading, maker } of readers) {
    if (maker !== step.secret) continue;
    const origin: Origin =
      destination === null
        ? { kind: how }
        : { kind: 'store', store: ports.stores.shown(reading.store), at: reading.at };
    const logical = await logicalValue(linked, other, stored, takeRoom);
    if (logical.kind === 'failed') errors.push(logical.diagnostic);
    else values.set(other.secret, { kind: 'found', value: logical.value, origin });
  }
  return { values, errors };
}

/**
 * Gives the values that another process was faster to store, so that all processes that found none agree on one. An answer of a
 * person replaces what another process stored.
 */
async function deposit(
  making: Making,
  ready: readonly Keepable[],
  readers: readonly Reader[],
  how: How,
): Promise<Produced> {
  const yielding = how === 'generated' && ({ onlyIfAbsent: true } as const);
  const deposits = ready.flatMap(({ value, destination }) => {
    return destination === null ? [] : [{ destination, value, ...yielding }];
  });
  const { results, warnings } = await storeValues(making.linked, making.ports, deposits, 'making');
  const values = new Map<string, ValueState>();
  const errors: Diagnostic[] = [];
  for (const [index, result] of results.entries()) {
    const destination = deposits[index]?.destination;
    if (result.kind === 'failed') errors.push(how === 'generated' ? discarded(result.diagnostic) : result.diagnostic);
    if (result.kind !== 'present' || destination === undefined) continue;
    const { step, reading } = destination;
    const own: Reader = { step, reading, maker: step.secret };
    const read = await readByOthers(making, { step, destination }, result.value, [own, ...readers], how);
    for (const [secret, known] of read.values) values.set(secret, known);
    errors.push(...read.errors);
  }
  return { values, errors, warnings };
}

/** No value is used that was not stored: another process could not read it. */
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
