/** How requests are sent side by side. */
import type { Call } from '../provider.js';

export interface BatchOptions {
  /** At most so many at a time; left out: as many as the store allows. */
  readonly atOnce?: number;
  /** Its `answered` is called with each answer. */
  readonly call?: Call | undefined;
}
