/** Why a provider does not get a credential that it needs. */
import type { StoreFailure } from '../providers/provider.js';

/** Thrown into the provider that requested it; the code that reads the store catches it and fails all requests of the store with it. */
export class CredentialFault extends Error {
  readonly failure: StoreFailure;
  constructor(failure: StoreFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}
