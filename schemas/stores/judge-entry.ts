/** Whether a store can have the entry of an address. */
import { descriptorOf } from '../providers/index.js';
import type { Naming } from '../plan.js';
import { addressOf, type Through } from '../addresses/address.js';
import { isItemAlone } from '../addresses/entry.js';
import { withoutCredentials } from './hidden-parts.js';
import type { StoreFault } from './judge.js';
import { coordinateFaults } from './judge-coordinates.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';

/**
 * Null if it can, and where `coordinateFaults` says it, which judges what an author wrote for one secret. Of a store of an unknown
 * scheme, names are not known here. A store that may never be asked (`isAlwaysRead` is false) does not make a name by
 * convention wrong: only what an author wrote for it does.
 */
export function entryFault(
  uri: StoreUri,
  naming: Naming,
  through: Through & { readonly isAlwaysRead: boolean },
  names: PlaceholderValues,
): StoreFault | null {
  const at = addressOf(naming, through, names);
  if (at.kind === 'convention' && !through.isAlwaysRead) return null;
  const descriptor = descriptorOf(uri.scheme);
  if (descriptor === null) return null;
  const unfit = descriptor.entry(at, uri, names);
  if (unfit.kind === 'entry') return null;
  const isTemplate = addressOf(naming, { ...through, template: null }, names).kind === 'convention';
  const [judged] = at.kind === 'native' ? coordinateFaults(uri, at, { isTemplate }) : [];
  // Of a `ref`, the rule about coordinates does not see a provider's bare name; elsewhere both report one and the same finding.
  if (judged !== undefined) return judged.kind === 'item' && naming.kind === 'ref' ? judged : null;
  const shown = withoutCredentials(uri.written);
  const { part, text, problem, help } = unfit;
  if (isItemAlone(unfit, at)) return { kind: 'item', shown, item: text, problem };
  return { kind: 'entry', shown, part, text, problem, help };
}
