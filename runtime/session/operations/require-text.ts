/** Whether values that a program gets as such are text. */
import type { ResolvedSecret } from '../../execute/resolution.js';
import { fail } from '../../failure.js';
import type { Operation } from '../operation.js';

/** Stops with all that are not. */
export async function requireText(
  operation: Operation,
  profile: string,
  secrets: readonly ResolvedSecret[],
): Promise<void> {
  const faults = secrets.filter((found) => {
    const delivered = found.status === 'found' ? found.delivered : null;
    return delivered?.kind === 'value' && (delivered.text ?? delivered.value).revealText() === null;
  });
  if (faults.length === 0) return;
  operation.addFacts({ outcome: undefined });
  const { delivery } = await import('#schemas/diagnostics/E12-delivery.js');
  fail(...faults.map(({ secret }) => delivery.E1202({ secret }, { about: { profile, secret } })));
}
