/** Why a provider did not get a credential that it needs. */
import type { StoreFailure } from '../providers/provider.js';

/** Thrown into the provider that asked; whoever reads a store catches it and fails that store's requests with it. */
export class CredentialFault extends Error {
  readonly failure: StoreFailure;
  constructor(failure: StoreFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}
