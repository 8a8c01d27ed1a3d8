/** The spec of a store that a user configuration may name as the default: that of a provider, not an alias (semantics 6.11). */
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { nearest } from '#schemas/nearest.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { shortened } from '#schemas/shortened.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { type Claims, judgeSpec } from '#schemas/stores/judge-spec.js';
import { fail } from '../failure.js';
import { storeDiagnostic } from '../link/store-diagnostic.js';

/** The most characters of a name that a message repeats. */
const LONGEST_NAME = 100;

/** Stops if the spec names neither a provider of this version nor an external one of this machine, or its address cannot be used. */
export function requireProvider(spec: string, claims: Claims): void {
  const { uri, faults } = judgeSpec(spec);
  const [fault] = faults;
  if (uri === null || fault?.kind === 'misnamed' || !(descriptorOf(uri.scheme) !== null || claims.has(uri.scheme)))
    fail(linking.E0804(unknownProvider(uri?.scheme ?? spec)));
  if (fault !== undefined) fail(storeDiagnostic(fault, {}));
}

function unknownProvider(name: string): { readonly message: string; readonly help: string } {
  const known = Object.keys(providers);
  const near = nearest(name, known);
  const guess = near === null ? '' : `did you mean \`${near}\`? `;
  return {
    message: `\`${withoutCredentials(shortened(name, LONGEST_NAME))}\` is not a provider`,
    help: `${guess}providers are ${known.join(', ')}`,
  };
}
