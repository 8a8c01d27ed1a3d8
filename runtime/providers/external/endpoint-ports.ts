/** What an external provider is started with. */
import type { Environment } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';
import type { ClaimFolders } from './claim.js';

export interface EndpointPorts {
  readonly scheme: string;
  /** The address of the store, as the provider gets it. */
  readonly uri: string;
  readonly context: ProviderPorts['context'];
  readonly baseFolder: string;
  readonly environment: Environment;
  readonly claimFolders: ClaimFolders;
  /** Whether a person may be asked for a credential. */
  readonly mayAsk: boolean;
}
