/** Why a provider does not get a credential that it needs. */
import { StoreFailureError } from '../providers/store-failure.js';

/** Thrown into the provider that requested it. */
export class CredentialFault extends StoreFailureError {}
