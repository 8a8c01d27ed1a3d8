/** All secrets for a program that holds them in memory: recorded as `check` is, for it is told what is missing, too. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { FIND, RESOLVE } from '../../execute/mode.js';
import type { Resolution } from '../../execute/resolution.js';
import type { Operation } from '../operation.js';
import { handOver, isSatisfied, unsatisfiedIn } from '../resolve.js';
import { resolveRecorded } from './check.js';
import { requireText } from './require-text.js';

export interface LoadOptions {
  /** Without them nothing is made or written, and what could be made counts as found. */
  readonly values: boolean;
  /** Whether values that are delivered as such must be text. */
  readonly textOnly: boolean;
}

export interface Loaded {
  readonly resolution: Resolution;
  /** Missing secrets and violated groups: then nothing is delivered. */
  readonly unsatisfied: readonly Diagnostic[];
}

export async function load(operation: Operation, { values, textOnly }: LoadOptions): Promise<Loaded> {
  const resolved = await resolveRecorded(operation, values ? RESOLVE : FIND);
  const { resolution } = resolved;
  if (!isSatisfied(resolution)) return { resolution, unsatisfied: await unsatisfiedIn(resolved) };
  return handOver(resolution, async () => {
    if (textOnly) await requireText(operation, resolution.profile, resolution.secrets);
    return { resolution, unsatisfied: [] };
  });
}
