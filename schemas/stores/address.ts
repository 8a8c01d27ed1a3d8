/** Where an entry lies in a store: naming, template, convention → At. */
import type { Coordinates } from '../plan.js';

/** Where an entry lies, and whether convention or the author put it there: rights to write, audit and advice differ. */
export type At = ConventionAddress | NativeAddress;
export interface ConventionAddress {
  readonly kind: 'convention';
  readonly project: string;
  readonly profile: string;
  readonly key: string;
}
export type NativeAddress = { readonly kind: 'native' } & Coordinates;
