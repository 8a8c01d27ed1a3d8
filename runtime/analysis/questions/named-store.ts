/** The store that a question names: an alias, a URI, or a name that the plan leaves open. */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { guessed } from '#schemas/diagnostics/did-you-mean.js';
import { own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { fail } from '../../failure.js';
import { openNames } from './assumed-plan.js';

/** An address need not be in the plan; a name must be there, or be that of a provider. */
export function namedStore(plan: Plan, spec: string): StoreRef {
  const ref = storeRefOf(spec, (name) => own(plan.stores, name) !== undefined);
  if (isThere(plan, ref)) return ref;
  const names = [...new Set([...Object.keys(plan.stores), ...openNames(plan)])].sort();
  const help = guessed(spec.trim(), names, 'stores') ?? 'the manifest names no store';
  return fail(linking.E0804({ message: `the manifest has no store \`${spec}\``, help }));
}

function isThere(plan: Plan, ref: StoreRef): boolean {
  if (ref.kind === 'uri') return parseStoreUri(ref.uri).kind === 'uri';
  return ref.kind === 'alias' || descriptorOf(ref.name) !== null || openNames(plan).includes(ref.name);
}
