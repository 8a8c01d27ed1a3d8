/** The value-free report of a resolution, which `check --json` prints and the SDK returns (semantics 6.3). */

import type { ResolutionReport, SecretReport } from '#schemas/report.js';
import type { Resolution, ResolvedSecret } from '../execute/resolution.js';
import type { ValueBreach } from '../value-rules/judge-values.js';

/** Holds no value, in any mode of the resolution. Sorted by name. */
export function reportOf(
  { provider, profile, scope, secrets, violations }: Resolution,
  breaches: readonly ValueBreach[] = [],
): ResolutionReport {
  return {
    schema_version: 1,
    provider,
    profile,
    ...(scope !== null && { scope }),
    secrets: secrets.map(secretReportOf),
    ...(violations.length > 0 && { constraint_violations: violations }),
    ...(breaches.length > 0 && { policy_findings: breaches.map(({ finding }) => finding) }),
  };
}

function secretReportOf(resolved: ResolvedSecret): SecretReport {
  const { secret, required, asPath } = resolved;
  const source = sourceOf(resolved);
  return {
    name: secret,
    status: statusOf(resolved),
    required,
    ...(source !== null && { source_provider: source }),
    ...(resolved.status === 'error' && { error_kind: resolved.errorKind }),
    default_applied: resolved.status === 'found' && resolved.origin.kind === 'default',
    generated:
      resolved.status === 'will_generate' || (resolved.status === 'found' && resolved.origin.kind === 'generated'),
    as_path: asPath,
  };
}

function sourceOf(resolved: ResolvedSecret): string | null {
  if (resolved.status === 'error') return resolved.store;
  return resolved.status === 'found' && resolved.origin.kind === 'store' ? resolved.origin.store : null;
}

function statusOf({ status }: ResolvedSecret): SecretReport['status'] {
  switch (status) {
    case 'found':
    case 'will_generate':
      return 'resolved';
    case 'missing_required':
      return 'missing_required';
    case 'missing':
      return 'missing_optional';
    case 'error':
      return 'error';
  }
}
