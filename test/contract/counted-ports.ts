/** Ports that count what goes through them: programs that run, and requests to servers. */
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { steppedPorts } from './stepped-ports.js';

export function counted(ports: ProviderPorts): { readonly ports: ProviderPorts; readonly cost: () => object } {
  const steps = { credential: 0, file: 0, program: 0, request: 0 };
  return {
    cost: () => ({ programs: steps.program, requests: steps.request }),
    ports: steppedPorts(ports, (step) => {
      steps[step]++;
    }),
  };
}
