/** Temporary files that carry the values of one operation: written when they are first needed, taken back where nothing is delivered. */

import { FileFault } from '../files/files.js';
import type { DeriveStep, LinkedPlan, Wanted } from '../link/linked-plan.js';
import type { SecretValue } from '../values/secret-value.js';
import { aboutOf, nameOf } from './about.js';
import type { ExecutePorts } from './ports.js';
import type { StepFailed } from './value-state.js';

export interface ValueFiles {
  /** By name of the secret. */
  readonly paths: ReadonlyMap<string, string>;
  /** The file of a secret, written when it is first asked for: by a template, or to be delivered. */
  readonly pathOf: PathOf;
  /** Removes the files of an operation that delivers nothing. */
  withdraw(): void;
}

export type PathOf = (
  step: Wanted,
  value: SecretValue,
) => Promise<{ readonly kind: 'path'; readonly path: string } | StepFailed>;

/** No file is written, and no folder looked for, before the first path is asked for. */
export function valueFiles(linked: LinkedPlan, ports: Pick<ExecutePorts, 'temporary'>): ValueFiles {
  const paths = new Map<string, string>();
  return {
    paths,
    async pathOf(step, value) {
      const written = paths.get(step.secret);
      if (written !== undefined) return { kind: 'path', path: written };
      try {
        const path = await ports.temporary.write(value, await suffixOf(step));
        paths.set(step.secret, path);
        return { kind: 'path', path };
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        const { delivery } = await import('#schemas/diagnostics/E12-delivery.js');
        const problem = { secret: nameOf(step), reason: error.problem };
        return { kind: 'failed', diagnostic: delivery.E1201(problem, aboutOf(linked, step, 'as_path')) };
      }
    },
    withdraw() {
      for (const path of paths.values()) ports.temporary.remove(path);
      paths.clear();
    },
  };
}

/** The catalogue is loaded only for a secret with a type. */
async function suffixOf(step: Wanted & { readonly how?: DeriveStep['how'] }): Promise<string> {
  const { type, how } = step;
  if (type === undefined) return '';
  const { suffixOfType } = await import('#schemas/secret-types/index.js');
  return suffixOfType(type, how?.kind === 'export' ? how.format : null);
}
