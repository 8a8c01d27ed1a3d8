/** A name that is neither an alias of the manifest nor a provider may be a user's alias, or a typing error, which only the author can decide. */
import { stores } from '#schemas/diagnostics/E06-stores.js';
import { nearest } from '#schemas/nearest.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { otherNameAdvice, storeOfPath } from '#schemas/providers/other-names.js';
import { nameFault } from '#schemas/stores/judge-spec.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { storesOf } from './chains.js';
import type { Warning } from './warning.js';

/** The search for a near name takes time for each alias; more suggestions than these would not be read. */
const MOST_SUGGESTIONS = 100;

export const storeIsDeclared: Warning = ({ project, claims }, report) => {
  const aliases = [...project.stores.keys()].sort();
  const known = [...aliases, ...Object.keys(providers)];
  const suggestions = new Map<string, string | null>();
  for (const { ref, at } of storesOf(project)) {
    if (ref.kind !== 'open' || isProvider(ref.name) || claims.has(ref.name)) continue;
    const isSuggested = suggestions.has(ref.name) || suggestions.size < MOST_SUGGESTIONS;
    const near = suggestions.get(ref.name) ?? storeOfPath(ref.name) ?? (isSuggested ? nearest(ref.name, known) : null);
    if (isSuggested) suggestions.set(ref.name, near);
    report(stores.W0606({ name: ref.name, nearest: near, aliases: isSuggested ? aliases : [] }, { at }));
  }
};

/** Names that do not compile have been reported as errors. */
function isProvider(name: string): boolean {
  const uri = parseStoreUri(name);
  if (nameFault(name) !== null) return true;
  return uri.kind === 'uri' && (descriptorOf(uri.scheme) !== null || otherNameAdvice(uri) !== null);
}
