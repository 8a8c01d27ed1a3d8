/** What a spec that someone wrote refers to, in a manifest, a user configuration or a call (semantics 3.2). */
import type { StoreRef } from '../plan.js';

/**
 * A spec with `://` is never an alias; what else is one of the aliases known here is that alias. A bare name that is none
 * of them stays open: a user's alias, or a provider.
 */
export function storeRefOf(spec: string, isAlias: (name: string) => boolean): StoreRef {
  const text = spec.trim();
  if (text.includes('://')) return { kind: 'uri', uri: text };
  if (isAlias(text)) return { kind: 'alias', name: text };
  return text.includes(':') ? { kind: 'uri', uri: text } : { kind: 'open', name: text };
}
