/** Compiles a manifest before it is written. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { fail } from '../../failure.js';
import { frontEnd } from '../../plan/front-end.js';
import { MANIFEST_NAME } from '../../version.js';

/** The plan of a manifest without parents. Fails with its errors, such as names that are too long. */
export async function compileText(text: string): Promise<Plan> {
  const { compile } = await frontEnd();
  const read = async () => ({ kind: 'file', text, identity: MANIFEST_NAME }) as const;
  const { plan, diagnostics } = await compile({ read }, MANIFEST_NAME);
  return plan ?? fail(...diagnostics.map(withoutPlace));
}

/** A place in a text that is not written anywhere cannot be shown. */
export function withoutPlace(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, at: null, about: null, labels: [] };
}
