/** Compiles a manifest on disk as if it had another text: before a change to it is written. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd } from './front-end.js';
import { nodeHost } from './node-host.js';

export interface Compiled {
  /** Null if there are errors. */
  readonly plan: Plan | null;
  readonly errors: readonly Diagnostic[];
}

/** Parents are those on disk. */
export async function compileChanged({ folder, name }: ManifestLocation, text: string): Promise<Compiled> {
  const { compile } = await frontEnd();
  const host = nodeHost(folder);
  const { plan, diagnostics } = await compile(
    {
      read: async (path) => {
        const file = await host.read(path);
        return path === name && file.kind === 'file' ? { ...file, text } : file;
      },
    },
    name,
  );
  return { plan, errors: diagnostics.filter(({ severity }) => severity === 'error') };
}
