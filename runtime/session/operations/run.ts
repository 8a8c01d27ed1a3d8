/** `run`: values for a command. Recorded when the command starts, because this process may become it. */
import { RUN, runWithoutMissing } from '../../execute/mode.js';
import type { Resolution } from '../../execute/resolution.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Operation } from '../operation.js';
import { foundIn, handOver, release, requireSatisfied, resolve } from '../resolve.js';
import { shownNames } from '../shown-names.js';
import { noteUndeclared } from './note-undeclared.js';

export interface Running {
  readonly linked: LinkedPlan;
  readonly resolution: Resolution;
  /** Required secrets that are missing; none, unless missing ones may be left out. */
  readonly leftOut: readonly string[];
  /** The environment is complete: from here on the record names the secrets in it, whether the command starts or not. */
  injected(): void;
  /** The command is there and is about to be started, so that none runs unrecorded. If it does not start after all, that is recorded, too. */
  starting(): Promise<void>;
  readonly warn: Operation['warn'];
  /** Removes the temporary files of the resolution. Those that cannot be removed are reported: the command has done its work. */
  release(): Promise<void>;
}

export interface RunOptions {
  /** Whether the command starts without the required secrets that are missing. */
  readonly withoutMissing?: boolean;
  /** Whether a person may want to know of keys that are not declared. */
  readonly notesUndeclared?: boolean;
}

/** `close` closes the stores: the command must not inherit what they have open. */
export async function run<T>(
  operation: Operation,
  command: string,
  { withoutMissing = false, notesUndeclared = false }: RunOptions,
  close: () => Promise<void>,
  use: (running: Running) => Promise<T>,
): Promise<T> {
  operation.addFacts(await shownNames({ command }));
  const resolved = await resolve(operation, withoutMissing ? runWithoutMissing(operation.canAsk) : RUN);
  const resolution = withoutMissing ? resolved.resolution : await requireSatisfied(resolved);
  if (notesUndeclared) await noteUndeclared(operation, resolved);
  await close();
  const running: Running = {
    linked: resolved.linked,
    resolution,
    leftOut: withoutMissing ? missingIn(resolution) : [],
    injected: () => operation.addFacts(foundIn(resolved)),
    starting: () => operation.recordNow('started'),
    warn: (warnings) => operation.warn(warnings),
    release: () => releaseFiles(operation, resolution),
  };
  return handOver(resolution, () => use(running));
}

function missingIn({ secrets }: Resolution): readonly string[] {
  return secrets.filter(({ status }) => status === 'missing_required').map(({ secret }) => secret);
}

async function releaseFiles(operation: Operation, resolution: Resolution): Promise<void> {
  const left = await release(resolution);
  if (left.length === 0) return;
  const { delivery } = await import('#schemas/diagnostics/E12-delivery.js');
  await operation.warn(left.map((file) => delivery.W1202(file)));
}
