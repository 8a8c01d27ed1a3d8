/** The stores that rules name: schemes, aliases and URIs. */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { StoreRef } from '#schemas/plan.js';
import { providers } from '#schemas/providers/index.js';
import { identityText } from '#schemas/stores/identity.js';
import { cachedBehind, leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import type { BoundProject } from '../tree/effective.js';

/** What a word of a rule may be: an address, or the name of a scheme or of an alias. */
export type StoreWord =
  | { readonly kind: 'uri'; readonly scheme: string; readonly key: string }
  | { readonly kind: 'name'; readonly name: string };

export function storeWord(written: string): StoreWord {
  const text = written.trim();
  const uri = text.includes(':') ? parseStoreUri(text) : null;
  return uri?.kind === 'uri' ? { kind: 'uri', scheme: uri.scheme, key: keyOf(uri) } : { kind: 'name', name: text };
}

/** A store that an entry of a chain leads to. */
export interface MetStore {
  /** The aliases on the way. */
  readonly aliases: readonly string[];
  /** Null: only the user's machine knows it, so that it could be any store. */
  readonly known: { readonly scheme: string; readonly key: string } | null;
  /** As written. */
  readonly spec: string;
}

/** Those that are read, in order, then the one that keeps copies. */
export function storesMet(ref: StoreRef, { table }: BoundProject): readonly MetStore[] {
  const cached = cachedBehind(ref, table);
  const refs = [...sourcesBehind(ref, table), ...(cached === null ? [] : [cached.store.cache.store])];
  return refs.map((source) => {
    const leaf = leafBehind(source, table);
    const uri = leaf === null ? null : parseStoreUri(leaf.spec);
    const aliases = [...new Set([ref, source].flatMap((one) => (one.kind === 'uri' ? [] : [one.name])))];
    const known = uri?.kind === 'uri' ? { scheme: uri.scheme, key: keyOf(uri) } : null;
    return { aliases, known, spec: leaf?.spec ?? (source.kind === 'uri' ? source.uri : source.name) };
  });
}

/** What only the user's machine knows is meant by no word, whatever it is called. */
export function isMeant({ aliases, known }: MetStore, word: StoreWord): boolean {
  if (known === null) return false;
  if (word.kind === 'uri') return word.key === known.key;
  return word.name === known.scheme || aliases.includes(word.name);
}

/** The placeholders of a path stay what they are: a rule names the path as the manifest does. */
const PLACEHOLDERS = { project: '{project}', profile: '{profile}' };

function keyOf(uri: Parameters<typeof identityText>[0]): string {
  return identityText(uri, PLACEHOLDERS);
}

export const schemes: readonly string[] = Object.keys(providers);
