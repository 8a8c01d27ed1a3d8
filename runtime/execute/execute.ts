/** LinkedPlan + Mode + Ports → Resolution: the order of the floors, and nothing else. Only here and below are stores met. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { byName } from '#schemas/named.js';
import type { LinkedPlan, Wanted } from '../link/linked-plan.js';
import type { ValueBreach } from '../value-rules/judge-values.js';
import { deliver, namesAccessed } from './delivering/deliver.js';
import { madeRoom } from './made-room.js';
import { makeValues } from './making/make.js';
import type { Mode } from './mode.js';
import type { ExecutePorts } from './ports.js';
import { readSecrets } from './reading/read.js';
import type { ExecuteResult, Failed, Resolution } from './resolution.js';
import { valueFiles } from './value-files.js';
import type { Values } from './value-state.js';

/**
 * Resolves what the linked plan wants, as far as `mode` allows. A hard error fails the whole operation; a missing value or a violated group does not: `unsatisfied` words those.
 */
export async function execute(linked: LinkedPlan, mode: Mode, ports: ExecutePorts): Promise<ExecuteResult> {
  const { stores } = ports;
  const steps = stepsByName(linked);
  const files = valueFiles(linked, ports);
  const takeRoom = madeRoom();
  const warnings: Diagnostic[] = [];

  const failed = (diagnostics: readonly Diagnostic[]): Failed => {
    files.withdraw();
    return { kind: 'failed', diagnostics, warnings, ...namesAccessed(linked, steps, stores) };
  };

  const read = await readSecrets(linked, mode, ports, takeRoom);
  if (read.caches !== null) {
    const { settleCaches } = await import('./keeping/keep.js');
    warnings.push(...(await settleCaches(ports, read.caches)));
  }
  warnings.push(...read.warnings);
  const { failures } = read;
  const errors = mode.reportsFailures === true ? read.errors : [...failures, ...read.errors];
  if (errors.length > 0) return failed(errors);

  // Beside values that may exist none is made: it could break a group, or be another value of one entry.
  const making = failures.length === 0 ? mode : { ...mode, produce: 'never' as const, ask: false };
  const made = await makeValues({ linked, mode: making, ports, steps, takeRoom, pathOf: files.pathOf }, read);
  warnings.push(...made.warnings);
  if (made.errors.length > 0) return failed(made.errors);

  const delivery = await deliver(linked, steps, made.values, files, stores, mode);
  if (delivery.kind === 'failed') return failed(delivery.errors);
  const isLimited = mode.tellsValidity === true && isAnyLimited(made.values);
  const resolution = isLimited ? await withValidity(delivery.resolution, linked, made.values) : delivery.resolution;
  const advice = mode.judgesValues === true ? await adviceOn(linked, steps, made.values) : [];
  const breaches = await breachesIn(mode, linked, steps, made.values);
  const resolved = { kind: 'resolved', warnings, advice, breaches } as const;
  if (failures.length === 0) return { ...resolved, resolution };
  const { withFailures } = await import('./with-failures.js');
  return { ...resolved, resolution: withFailures(linked, resolution, failures, read.unread) };
}

async function withValidity(resolution: Resolution, linked: LinkedPlan, values: Values): Promise<Resolution> {
  const { validityOf } = await import('./validity.js');
  return { ...resolution, validity: validityOf(linked, values) };
}

/** Whether a store has said how long a value can be used, or which version it is. */
function isAnyLimited(values: Values): boolean {
  for (const value of values.values()) if (value.kind === 'found' && value.facts !== undefined) return true;
  return false;
}

/** Nothing where nothing is composed. */
async function adviceOn(linked: LinkedPlan, steps: readonly Wanted[], values: Values): Promise<readonly Diagnostic[]> {
  if (!linked.finish.some(({ kind }) => kind === 'compose')) return [];
  const { adviceOnUrls } = await import('./explaining/urls/advice-on-urls.js');
  return adviceOnUrls(linked, steps, values);
}

/** Nothing where the call names no policies. */
async function breachesIn(
  { policies = [] }: Mode,
  linked: LinkedPlan,
  steps: readonly Wanted[],
  values: Values,
): Promise<readonly ValueBreach[]> {
  if (policies.length === 0) return [];
  const { judgeShown } = await import('./judge-shown.js');
  return judgeShown(policies, linked, steps, values);
}

/** Every secret of the plan that has a value of its own. */
function stepsByName({ reads, finish }: LinkedPlan): readonly Wanted[] {
  const made = finish.filter((step) => step.kind !== 'check identity');
  // Reads are by name already.
  return made.length === 0 ? reads : [...reads, ...made].sort((left, right) => byName(left.secret, right.secret));
}
