/** The error of a store whose entries could not be listed. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { listed } from '#schemas/diagnostics/list-names.js';
import { providers } from '#schemas/providers/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { StoreFailure } from '../providers/provider.js';
import type { Stores } from '../stores/stores.js';
import { failureCodes } from './store-error.js';

export function listError(stores: Stores, store: number, { kind, detail, help }: StoreFailure): Diagnostic {
  const advice = help ?? (kind === 'unsupported' ? `stores that can: ${listed(schemesThatList())}` : null);
  const problem = { store: stores.called(store), secrets: [], task: 'listed', help: advice } as const;
  return failureCodes[kind](problem, { quote: detail });
}

function schemesThatList(): readonly string[] {
  return Object.values(providers).flatMap(({ available, scheme, abilities }) => {
    const uri = parseStoreUri(scheme);
    return available && uri.kind === 'uri' && abilities(uri).list ? [scheme] : [];
  });
}
