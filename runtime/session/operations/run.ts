/** `run`: values for a command. Recorded when the command starts, because this process may become it. */
import { RUN } from '../../execute/mode.js';
import type { Resolution } from '../../execute/resolution.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Operation } from '../operation.js';
import { foundIn, handOver, release, requireSatisfied, resolve } from '../resolve.js';
import { shownNames } from '../shown-names.js';

export interface Running {
  readonly linked: LinkedPlan;
  readonly resolution: Resolution;
  /** The environment is complete: from here on the record names the secrets in it, whether the command starts or not. */
  injected(): void;
  /** The command is there and is about to be started, so that none runs unrecorded. If it does not start after all, that is recorded, too. */
  starting(): Promise<void>;
  readonly warn: Operation['warn'];
  /** Removes the temporary files of the resolution. */
  release(): Promise<void>;
}

/** `close` closes the stores: the command must not inherit what they have open. */
export async function run<T>(
  operation: Operation,
  command: string,
  close: () => Promise<void>,
  use: (running: Running) => Promise<T>,
): Promise<T> {
  operation.know(await shownNames({ command }));
  const resolved = await resolve(operation, RUN);
  const resolution = await requireSatisfied(resolved);
  await close();
  const running: Running = {
    linked: resolved.linked,
    resolution,
    injected: () => operation.know({ keys: foundIn(resolution) }),
    starting: () => operation.recordNow('started'),
    warn: (warnings) => operation.warn(warnings),
    release: () => release(resolution),
  };
  return handOver(resolution, () => use(running));
}
