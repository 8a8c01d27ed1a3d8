/** LinkedPlan + Mode + Ports → Resolution: the only part that meets stores. */

import type { ViolationReport } from '#schemas/report.js';
import type { LinkedPlan, Wanted } from '../link/linked-plan.js';
import { judgeGroups } from './delivering/judge-groups.js';
import { delivered, firstBeyondLimit, WITHHELD, withdrawFiles, writeFiles } from './delivering/value-files.js';
import { beginExecution, type Execution } from './execution.js';
import { isPresent } from './known.js';
import { supplyMissing } from './making/supply-missing.js';
import type { Mode } from './mode.js';
import type { ExecutePorts } from './ports.js';
import { readSecrets } from './reading/read.js';
import type { ExecuteResult, ResolvedSecret } from './resolution.js';

/**
 * Resolves what the linked plan wants, as far as `mode` allows. A hard error fails the whole operation; a missing value or a violated group does not: `unsatisfied` words those.
 */
export async function execute(linked: LinkedPlan, mode: Mode, ports: ExecutePorts): Promise<ExecuteResult> {
  const execution = beginExecution(linked, mode, ports);
  await findValues(execution);
  const outcomes = execution.errors.length === 0 ? await concludeAll(execution) : [];
  return execution.errors.length === 0 ? resolved(execution, outcomes) : failed(execution);
}

async function findValues(execution: Execution): Promise<void> {
  const { linked, mode, ports, takeRoom, errors, warnings, known } = execution;
  const read = await readSecrets(linked, mode, ports, takeRoom);
  if (read.caches !== null) {
    const { settleCaches } = await import('./keeping/keep.js');
    warnings.push(...(await settleCaches(ports, read.caches)));
  }
  errors.push(...read.errors);
  warnings.push(...read.warnings);
  for (const [secret, found] of read.values) known.set(secret, found);
  if (errors.length === 0) await supplyMissing(execution, read.missing);
  if (errors.length === 0 && execution.linked.finish.length > 0) {
    const { finishSteps } = await import('./making/finish.js');
    await finishSteps(execution);
  }
}

/** What became of each visible secret, by name. Where something required is missing, nothing is handed out. */
async function concludeAll(execution: Execution): Promise<readonly ResolvedSecret[]> {
  const visible = execution.steps.filter((step) => step.visible);
  const isComplete = visible.every((step) => !step.required || isPresent(execution.known, step.secret));
  const mayDeliver = isComplete && violationsOf(execution).length === 0;
  if (mayDeliver) await deliver(execution, visible);
  else withdrawFiles(execution);
  return visible.map((step) => concluded(execution, step, mayDeliver));
}

async function deliver(execution: Execution, visible: readonly Wanted[]): Promise<void> {
  const over = firstBeyondLimit(execution, visible);
  if (over === null) return writeFiles(execution, visible);
  const { tooMuchToDeliver } = await import('./delivering/too-much.js');
  execution.errors.push(tooMuchToDeliver(execution, over));
}

/** Spelled out, because there is one per secret and a spread costs many times as much. */
function concluded(execution: Execution, step: Wanted, mayDeliver: boolean): ResolvedSecret {
  const { secret, description, required, type = null } = step;
  const asPath = step.deliver === 'path';
  const known = execution.known.get(secret) ?? { kind: 'missing' };
  switch (known.kind) {
    case 'missing':
      return { secret, description, required, asPath, type, status: required ? 'missing_required' : 'missing' };
    case 'will generate':
      return { secret, description, required, asPath, type, status: 'will_generate' };
    case 'found': {
      const { value, origin } = known;
      const handedOut = value === null || !mayDeliver ? WITHHELD : delivered(execution, step, value);
      const isEmpty = value?.isEmpty === true;
      return { secret, description, required, asPath, type, status: 'found', origin, isEmpty, delivered: handedOut };
    }
  }
}

function violationsOf(execution: Execution): readonly ViolationReport[] {
  return judgeGroups(execution.linked.groups, (secret) => isPresent(execution.known, secret));
}

function resolved(execution: Execution, secrets: readonly ResolvedSecret[]): ExecuteResult {
  const { profile, scope } = execution.linked;
  const violations = violationsOf(execution);
  const files = [...execution.paths.values()];
  const missing = missingIn(execution);
  const resolution = { profile, scope, secrets, violations, missing, files, ...accessOf(execution) };
  return { kind: 'resolved', resolution, warnings: execution.warnings };
}

function missingIn({ steps, known }: Execution): readonly string[] {
  const missing: string[] = [];
  for (const { secret } of steps) if ((known.get(secret)?.kind ?? 'missing') === 'missing') missing.push(secret);
  return missing;
}

function failed(execution: Execution): ExecuteResult {
  withdrawFiles(execution);
  return { kind: 'failed', diagnostics: execution.errors, warnings: execution.warnings, ...accessOf(execution) };
}

/** What the audit log records: every name that was looked for, hidden inputs included, and where. */
function accessOf(execution: Execution): { readonly accessed: readonly string[]; readonly provider: string } {
  return { accessed: execution.steps.map(({ secret }) => secret), provider: providerOf(execution) };
}

function providerOf({ linked: { primaryStore }, stores }: Execution): string {
  if (primaryStore === null) return '';
  return 'text' in primaryStore ? primaryStore.text : stores.shown(primaryStore.store);
}
