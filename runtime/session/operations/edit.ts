/** `edit`: the values that a person may replace, and storing the changed ones. Recorded as an export: an editor gets the values. Each written one is recorded by the code that writes it. */
import { addressKey } from '#schemas/addresses/address.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { byName } from '#schemas/named.js';
import type { Policy } from '#schemas/policy.js';
import { entryIdentities } from '../../execute/entry-identities.js';
import { execute } from '../../execute/execute.js';
import {
  type Edit,
  type EditableSecret,
  type FixedSecret,
  prepareEdit,
  storedPart,
  storeEdits,
} from '../../execute/keeping/edit-secrets.js';
import { READ_EACH } from '../../execute/mode.js';
import type { ExecutePorts } from '../../execute/ports.js';
import type { Resolution, ResolvedSecret } from '../../execute/resolution.js';
import { fail } from '../../failure.js';
import type { LinkedPlan, Wanted } from '../../link/linked-plan.js';
import { writtenReadings } from '../../link/written-reading.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { Operation } from '../operation.js';
import { advisedBy, refusedBy, refsIn } from '../resolve.js';
import { composedInto } from './composed-into.js';
import { typeFault } from './type-fault.js';

/** A secret as a person edits it. */
export interface EditedSecret {
  readonly secret: string;
  readonly description: string;
  readonly required: boolean;
  readonly type: string | null;
  /** Where its value is written, in words for people. */
  readonly store: string;
  readonly target: string;
  /** What the store has, or a later one of the chain; null: no value, or none that can be read. */
  readonly value: SecretValue | null;
  /** The store gives no value back. */
  readonly isWriteOnly: boolean;
  /** The text that the manifest has for it, which is used while nothing is stored. */
  readonly defaultText: string | null;
}

/** A secret of the profile that cannot be edited, and why. */
export interface UneditedSecret extends Pick<FixedSecret, 'secret'> {
  readonly why: FixedSecret['why'];
}

export interface Editing {
  readonly project: string;
  readonly profile: string;
  readonly secrets: readonly EditedSecret[];
  readonly others: readonly UneditedSecret[];
  /** Stores the new values, or says why none is stored. Call it again with all that is changed then. */
  store(values: ReadonlyMap<string, SecretValue>, how: StoreEdited): Promise<StoredEdit>;
}

export interface StoreEdited {
  /** What another program has stored meanwhile is replaced. */
  readonly replacesOthers: boolean;
}

/** `conflicts`: secrets that another program has changed meanwhile. Where there is an error or a conflict and nothing is stored, nothing was written. */
export interface StoredEdit {
  readonly stored: readonly string[];
  readonly conflicts: readonly string[];
  readonly errors: readonly Diagnostic[];
}

export interface EditHow {
  readonly isForced: boolean;
  readonly policies: readonly Policy[];
}

/** `secrets`: null for all that the profile declares. */
export async function edit<T>(
  operation: Operation,
  secrets: readonly string[] | null,
  how: EditHow,
  use: (editing: Editing) => Promise<T>,
): Promise<T> {
  const linked = await operation.link();
  const names = secrets ?? visibleIn(linked).map(({ secret }) => secret);
  const ports = await operation.ports(linked, { write: writtenReadings(linked, names) });
  const { editable, fixed } = await prepareEdit(linked, ports, names);
  if (secrets !== null && fixed.length > 0) return fail(...fixed.map(({ error }) => error));
  const unreachable = fixed.flatMap(({ why, error }) => (why === 'store failed' ? [error] : []));
  if (editable.length === 0)
    return fail(...(unreachable.length > 0 ? unreachable : [templates.E1611({ profile: linked.profile })]));
  const { resolution, failures } = await read(operation, linked, ports, editable);
  if (failures.length > 0 && (secrets !== null || resolution.secrets.every(({ status }) => status === 'error')))
    return fail(...failures);
  await operation.warn([...unreachable, ...failures].map((one) => ({ ...one, severity: 'warning' })));
  const edited = new EditedValues(linked, ports, editable, resolution);
  operation.addFacts({ keys: edited.shown, ...refsIn(edited.shown, linked, resolution) });
  await operation.recordNow(edited.shown.length > 0 ? 'found' : 'missing');
  return use({
    project: linked.project,
    profile: linked.profile,
    secrets: edited.secrets,
    others: [...fixed.map(({ secret, why }) => ({ secret, why })), ...edited.unread].sort((one, other) =>
      byName(one.secret, other.secret),
    ),
    store: (values, asked) => store(operation, edited, values, { ...how, ...asked }),
  });
}

function visibleIn({ reads, finish }: LinkedPlan): readonly Wanted[] {
  return [...reads, ...finish.flatMap((step) => (step.kind === 'check identity' ? [] : step))]
    .filter(({ visible }) => visible)
    .sort((one, other) => byName(one.secret, other.secret));
}

/** What the stores have. A store that fails takes only its secrets out of the file. */
async function read(
  operation: Operation,
  linked: LinkedPlan,
  ports: ExecutePorts,
  editable: readonly EditableSecret[],
): Promise<{ readonly resolution: Resolution; readonly failures: readonly Diagnostic[] }> {
  const result = await execute(storedPart(linked, editable), READ_EACH, ports);
  if (result.kind === 'failed') return fail(...result.diagnostics);
  if (result.resolution.failures.length > 0) operation.throwIfAborted();
  await operation.warn(result.warnings);
  return { resolution: result.resolution, failures: result.resolution.failures };
}

/** What the person was shown of each secret, which is what changes are compared with. */
class EditedValues {
  readonly linked: LinkedPlan;
  readonly ports: ExecutePorts;
  readonly secrets: readonly EditedSecret[];
  readonly unread: readonly UneditedSecret[];
  readonly #editable: ReadonlyMap<string, EditableSecret>;
  /** By name, what the destination has; not of a store that gives no value back. */
  readonly #held: Map<string, SecretValue | null>;

  constructor(linked: LinkedPlan, ports: ExecutePorts, editable: readonly EditableSecret[], resolution: Resolution) {
    const found = new Map(resolution.secrets.map((one) => [one.secret, one]));
    const isUnread = ({ secret }: EditableSecret) => found.get(secret)?.status === 'error';
    const shown = editable.filter((one) => !isUnread(one));
    this.linked = linked;
    this.ports = ports;
    this.unread = editable.filter(isUnread).map(({ secret }) => ({ secret, why: 'store failed' }));
    this.secrets = shown.map((one) => editedSecret(one, found.get(one.secret)));
    this.#editable = new Map(shown.map((one) => [one.secret, one]));
    this.#held = new Map(
      shown.flatMap((one): [string, SecretValue | null][] => {
        const resolved = found.get(one.secret);
        return resolved === undefined
          ? []
          : [[one.secret, isAtDestination(one, resolved, ports) ? storedValue(resolved) : null]];
      }),
    );
  }

  get shown(): readonly string[] {
    return this.secrets.flatMap(({ secret, value }) => (value === null ? [] : secret));
  }

  edits(values: ReadonlyMap<string, SecretValue>, { replacesOthers }: StoreEdited): readonly Edit[] {
    return [...values].flatMap(([secret, value]): Edit[] => {
      const of = this.#editable.get(secret);
      if (of === undefined) return [];
      const before = replacesOthers ? undefined : this.#held.get(secret);
      return [{ of, value, ...(before !== undefined && { before }) }];
    });
  }

  /** The values that are stored by now. */
  stored(secrets: readonly string[], values: ReadonlyMap<string, SecretValue>): void {
    for (const secret of secrets) {
      const value = values.get(secret);
      if (value !== undefined && this.#held.has(secret)) this.#held.set(secret, value);
    }
  }
}

function editedSecret({ secret, destination, store, target }: EditableSecret, found?: ResolvedSecret): EditedSecret {
  const { step, opened } = destination;
  const { description, required, type = null, whenMissing } = step;
  return {
    ...{ secret, description, required, type, store, target },
    value: found === undefined ? null : storedValue(found),
    isWriteOnly: !opened.abilities.read,
    defaultText: whenMissing.kind === 'default' ? whenMissing.text : null,
  };
}

/** A default is not stored. */
function storedValue(resolved: ResolvedSecret): SecretValue | null {
  if (resolved.status !== 'found' || resolved.origin.kind !== 'store') return null;
  return resolved.delivered.kind === 'withheld' ? null : resolved.delivered.value;
}

function isAtDestination({ destination }: EditableSecret, found: ResolvedSecret, { stores }: ExecutePorts): boolean {
  if (found.status !== 'found' || found.origin.kind !== 'store') return false;
  const { store, at } = destination.reading;
  return found.origin.store === stores.shown(store) && addressKey(found.origin.at) === addressKey(at);
}

/** All that is wrong with the values is said together, before the first is written. */
async function store(
  operation: Operation,
  edited: EditedValues,
  values: ReadonlyMap<string, SecretValue>,
  how: EditHow & StoreEdited,
): Promise<StoredEdit> {
  const { linked, ports } = edited;
  const edits = edited.edits(values, how);
  const faults = [...(await refusals(operation, linked, ports, values, how)), ...(await sharedEntries(edits, ports))];
  if (faults.length > 0) return { stored: [], conflicts: [], errors: faults };
  const result = await storeEdits(linked, ports, edits);
  await operation.warn(result.warnings);
  const stored = result.stored.map(({ secret }) => secret);
  edited.stored(stored, values);
  const { plan } = await operation.linkable();
  for (const secret of stored)
    await operation.warn(composedInto(plan, linked.profile, secret, values.get(secret) as SecretValue));
  return { stored, conflicts: result.conflicts.map(({ secret }) => secret), errors: result.errors };
}

async function refusals(
  operation: Operation,
  linked: LinkedPlan,
  ports: ExecutePorts,
  values: ReadonlyMap<string, SecretValue>,
  { isForced, policies }: EditHow,
): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  for (const [secret, value] of values) {
    const fault = isForced ? null : await typeFault(linked, ports, secret, value, values);
    if (fault !== null) faults.push(fault);
  }
  if (policies.length === 0) return faults;
  const { judgeNew } = await import('../../execute/judge-shown.js');
  const breaches = [...values].flatMap(([secret, value]) => judgeNew(policies, linked, secret, value));
  await operation.warn(advisedBy({ breaches }));
  return [...faults, ...refusedBy({ breaches })];
}

/** Two secrets of one entry that get different values: one of them would be lost. */
async function sharedEntries(edits: readonly Edit[], { stores }: ExecutePorts): Promise<readonly Diagnostic[]> {
  const identityOf = entryIdentities(stores);
  const byEntry = new Map<string, Edit[]>();
  for (const one of edits) {
    const key = await identityOf(one.of.destination.reading);
    byEntry.set(key, [...(byEntry.get(key) ?? []), one]);
  }
  return [...byEntry.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.every(({ value }) => value.equals(first.value))) return [];
    const secrets = [first, ...others].map(({ of }) => of.secret);
    return [storesIo.E1127({ secrets, store: stores.called(first.of.destination.reading.store) })];
  });
}
