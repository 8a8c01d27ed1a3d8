/** The value-free report as JSON: `check --json` and the SDK (semantics 6.3). */
import type { ResolutionReport, SecretReport } from '#schemas/report.js';
import type { Resolution, ResolvedSecret } from '../../execute/resolution.js';

/** Pretty-printed with a newline. */
export function checkJson(resolution: Resolution): string {
  return `${JSON.stringify(reportOf(resolution), null, 2)}\n`;
}

export function reportOf({ provider, profile, scope, secrets, violations }: Resolution): ResolutionReport {
  return {
    schema_version: 1,
    provider,
    profile,
    ...(scope !== null && { scope }),
    secrets: secrets.map(secretReport),
    ...(violations.length > 0 && { constraint_violations: violations }),
  };
}

function secretReport(secret: ResolvedSecret): SecretReport {
  const isStored = secret.status === 'found' && secret.origin.kind === 'store';
  return {
    name: secret.secret,
    status: statusOf(secret),
    required: secret.required,
    ...(isStored && { source_provider: secret.origin.store }),
    default_applied: secret.status === 'found' && secret.origin.kind === 'default',
    generated: secret.status === 'will_generate' || (secret.status === 'found' && secret.origin.kind === 'generated'),
    as_path: secret.asPath,
  };
}

function statusOf({ status }: ResolvedSecret): SecretReport['status'] {
  switch (status) {
    case 'found':
    case 'will_generate':
      return 'resolved';
    case 'missing':
      return 'missing_optional';
    case 'missing_required':
      return 'missing_required';
  }
}
