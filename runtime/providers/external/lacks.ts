/** An operation that an external provider does not offer is refused before anything is sent: never taken for a miss. */
import { type Failed, failed } from '../store-failure.js';
import type { ProviderMethod } from './provider-methods.js';

/** `what`: what nothing in it can be, without the method. */
export function lacks(scheme: string, method: ProviderMethod, what: string): Failed {
  return failed('unsupported', `${scheme} does not offer \`${method}\`, so that nothing in it can be ${what}`);
}
