/** A scheme without a built-in provider may be that of an external one, or a typing error, which only the author can decide. */
import { stores } from '#schemas/diagnostics/E06-stores.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { nearestScheme, otherNameAdvice } from '#schemas/providers/other-names.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { storesOf } from './chains.js';
import type { Warning } from './warning.js';

export const providerIsKnown: Warning = ({ project, claims }, report) => {
  for (const { ref, at } of storesOf(project)) {
    const uri = ref.kind === 'uri' ? parseStoreUri(ref.uri) : null;
    // Names that no provider may ever have do not compile.
    if (uri?.kind !== 'uri' || descriptorOf(uri.scheme) !== null || otherNameAdvice(uri) !== null) continue;
    const { scheme } = uri;
    if (claims.has(scheme)) continue;
    report(stores.W0605({ scheme, nearest: nearestScheme(scheme, Object.keys(providers)) }, { at }));
  }
};
