/** The library: what the package exports. Compiling needs no store and no user configuration. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan, PlanSourceFile } from '#schemas/plan.js';
import { withEachText, withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { compiledPlan } from '../analysis/compiled-plan.js';
import { Failure } from '../failure.js';
import { processCall } from '../start/process-call.js';

export type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
export type {
  Plan,
  PlanSecret,
  PlanSourceFile,
} from '#schemas/plan.js';

/** A compiled manifest. `hash` is `sha256:` over the plan's canonical text. */
export interface CompiledManifest {
  readonly plan: Plan;
  readonly hash: string;
  readonly sources: readonly PlanSourceFile[];
}

/** A manifest that does not compile: every mistake in it, in the shape that the command line prints. */
export class ManifestError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
    this.name = 'ManifestError';
    // Places are paths of keys, and a key may hold an address.
    this.diagnostics = withEachText(diagnostics, withoutCredentials);
  }
}

/** Compiles the manifest at `path` (relative to the working folder) and all it extends. Rejects with a ManifestError. */
export async function compileManifest(path: string): Promise<CompiledManifest> {
  const call = { options: { file: path }, variables: processCall.variables, workingFolder: processCall.workingFolder };
  try {
    const { sources, hash, plan } = await compiledPlan(call);
    return { sources, hash, plan };
  } catch (error) {
    throw error instanceof Failure ? new ManifestError(error.diagnostics) : error;
  }
}
