/** Faults of stores, which the compiler reports as E06, with the codes of linking. */

import type { Where } from '#schemas/diagnostics/define.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { faultWords, type StoreFault } from '#schemas/stores/judge.js';

export function storeDiagnostic(fault: StoreFault, where: Where): Diagnostic {
  return codeOf(fault)(faultWords(fault), where);
}

function codeOf(fault: StoreFault): typeof linking.E0804 {
  switch (fault.kind) {
    case 'unknown-alias':
    case 'unknown-scheme':
    case 'misnamed':
      return linking.E0804;
    case 'malformed':
    case 'shape':
    case 'option':
    case 'option-value':
      return linking.E0805;
    case 'unavailable':
      return linking.E0806;
    case 'password':
      return linking.E0807;
    case 'coordinate':
    case 'item':
      return linking.E0808;
    case 'entry':
      return linking.E0815;
    case 'cached-not-alone':
    case 'cached-nested':
    case 'cache-cannot-delete':
    case 'cache-is-authoritative':
    case 'refs-of-cached':
      return linking.E0809;
    case 'credential':
    case 'more-than-one-hop':
    case 'credential-from-cached':
      return linking.E0810;
  }
}
