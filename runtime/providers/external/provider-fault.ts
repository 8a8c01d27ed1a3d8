/** An external provider broke a rule, ended or did not answer when it was started: after some of these it is not started again. */
import { StoreFailureError } from '../store-failure.js';

export class ProviderFault extends StoreFailureError {}
