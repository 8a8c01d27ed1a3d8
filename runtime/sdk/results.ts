/** Secrets of a session as programs get them. */
import type { Delivered, ResolvedSecret } from '../execute/resolution.js';
import { sourceOf } from '../session/operations/source-of.js';
import { Secret, type SecretFacts } from './secret.js';

/** Those that have a value, or would get one. */
export function resolvedSecrets(secrets: readonly ResolvedSecret[]): readonly Secret[] {
  return secrets.flatMap((one) => {
    const { secret, asPath } = one;
    if (one.status === 'found') return secretOf({ secret, asPath, delivered: one.delivered, ...sourceOf(one.origin) });
    if (one.status !== 'will_generate') return [];
    return secretOf({ secret, asPath, delivered: { kind: 'withheld' }, source: 'generated', sourceProvider: null });
  });
}

interface Answer extends Pick<SecretFacts, 'source' | 'sourceProvider' | 'asPath'> {
  readonly secret: string;
  readonly delivered: Delivered;
}

export function secretOf({ secret: name, asPath, delivered, source, sourceProvider }: Answer): Secret {
  const path = delivered.kind === 'path' ? delivered.path : null;
  return new Secret({ name, source, sourceProvider, asPath, path }, delivered.kind === 'value' ? delivered : null);
}
