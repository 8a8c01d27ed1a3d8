/** A report in which stores, or their values, failed: what depends on them is neither found nor missing. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import { inputsOf, isComputed } from './inputs-of.js';
import type { Resolution, ResolvedSecret, Unread } from './resolution.js';

/** `unread`: the secrets whose stores or values failed. What is made of one has the same status, and a group with one is not judged. */
export function withFailures(
  { finish, groups }: LinkedPlan,
  resolution: Resolution,
  failures: readonly Diagnostic[],
  unread: ReadonlyMap<string, Unread>,
): Resolution {
  const unknown = new Map(unread);
  const missing = new Set(resolution.missing);
  // What a secret is made of comes before it.
  for (const step of finish) {
    if (!isComputed(step) || !missing.has(step.secret)) continue;
    const input = inputsOf(step).find((name) => unknown.has(name));
    const why = input === undefined ? undefined : unknown.get(input);
    if (why !== undefined) unknown.set(step.secret, why);
  }
  const unjudged = new Set(
    groups.filter(({ members }) => members.some((member) => unknown.has(member))).map(({ name }) => name),
  );
  return {
    ...resolution,
    failures,
    secrets: resolution.secrets.map((resolved) => withFailure(resolved, unknown.get(resolved.secret))),
    violations: resolution.violations.filter(({ group }) => !unjudged.has(group)),
  };
}

function withFailure(resolved: ResolvedSecret, why: Unread | undefined): ResolvedSecret {
  if (why === undefined) return resolved;
  const { secret, description, required, asPath, type } = resolved;
  return { secret, description, required, asPath, type, status: 'error', ...why };
}
