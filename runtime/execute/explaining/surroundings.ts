/** What missing secrets are explained by, besides the plan. */
import type { Stores } from '../../stores/stores.js';
import type { Environment } from '../../values/environment.js';

export interface Surroundings {
  readonly stores: Stores;
  /** The variables of the call. */
  readonly environment: Environment;
  /** Whether the call replaces all stores by one. */
  readonly isOverridden?: boolean;
}
