/** Ports at whose n-th step the call is given up. */
import type { Call, ProviderPorts } from '#runtime/providers/provider.js';
import { steppedPorts } from './stepped-ports.js';

export interface Aborting {
  readonly ports: ProviderPorts;
  readonly call: Call;
  /** Whether there was an n-th step. */
  readonly reached: () => boolean;
}

export function aborting(ports: ProviderPorts, step: number): Aborting {
  const controller = new AbortController();
  let steps = 0;
  return {
    call: { signal: controller.signal },
    reached: () => steps >= step,
    ports: steppedPorts(ports, () => {
      if (++steps === step) controller.abort(new Error('given up'));
    }),
  };
}
