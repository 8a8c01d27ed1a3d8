/** Policies that a command judges values by, as its options name them. */
import { fail, UsageError } from '../failure.js';
import { findManifest } from '../inputs/named-manifest.js';
import type { CallContext, CallOptions } from '../session/call.js';
import type { Arguments, OptionSpec } from './arguments.js';
import { callOf } from './call-of.js';

export const POLICY: OptionSpec = {
  name: 'policy',
  value: 'FILE',
  summary: 'judge values by the rules in this file; may be repeated',
};

/** Stops before anything else if a policy has a mistake: a rule that is not judged would be taken for one that holds. */
export async function valuePolicies(args: Arguments, context: CallContext): Promise<Pick<CallOptions, 'policies'>> {
  const paths = args.texts('policy');
  if (paths.length === 0) return {};
  if (paths.some((path) => path.trim() === ''))
    throw new UsageError('the path of the policy is blank', 'give a file with `--policy FILE`');
  const { workingFolder } = context;
  // Where the places of other findings start, too.
  const from = findManifest(callOf(args, context))?.folder ?? workingFolder;
  const { namedPolicies } = await import('../analysis/lint-policies.js');
  const { policies, mistakes } = await namedPolicies(paths, { workingFolder, from });
  if (mistakes.length > 0) fail(...mistakes);
  const { judgesValues } = await import('../value-rules/judge-values.js');
  if (!policies.some(judgesValues))
    await warnOfNothing(
      policies.map(({ file }) => file),
      context,
    );
  return { policies };
}

async function warnOfNothing(files: readonly string[], context: CallContext): Promise<void> {
  const [{ policies }, { showWarnings }] = await Promise.all([
    import('#schemas/diagnostics/E15-policies.js'),
    import('./show-warnings.js'),
  ]);
  await showWarnings([policies.W1517({ files })], context);
}
