/** Compiles a manifest without executing it: no store is contacted, no reason needed, nothing recorded. */
import type { Plan, PlanSourceFile } from '#schemas/plan.js';
import { compiledPlan } from '../analysis/compiled-plan.js';
import { Failure } from '../failure.js';
import { processCall } from '../start/process-call.js';
import { ofDiagnostics } from './failed.js';

/** A compiled manifest. `hash` is `sha256:` over the plan's canonical text. */
export interface CompiledManifest {
  readonly plan: Plan;
  readonly hash: string;
  readonly sources: readonly PlanSourceFile[];
}

export async function compiled(path: string): Promise<CompiledManifest> {
  const call = { options: { file: path }, variables: processCall.variables, workingFolder: processCall.workingFolder };
  try {
    const { sources, hash, plan } = await compiledPlan(call);
    return { sources, hash, plan };
  } catch (error) {
    throw error instanceof Failure ? ofDiagnostics(error.diagnostics, { isOfManifest: true }) : error;
  }
}
