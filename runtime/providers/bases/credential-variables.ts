/** The credentials of a store as variables of its program, each under the first name that the environment has for it. */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { Secrets } from './vendor.js';

/** `shown`: what messages call the program. */
export async function credentialVariables(
  credentials: ProviderDescriptor['credentials'],
  shown: string,
  ports: ProviderPorts,
): Promise<Secrets | Failed> {
  const variables: Record<string, string> = {};
  for (const { name, environment } of credentials) {
    const value = await ports.credential(name);
    const [variable] = environment;
    if (value === null || variable === undefined) continue;
    const text = value.revealText();
    if (text === null || value.hasNul)
      return failed('failed', `the credential \`${name}\` is not text, so ${shown} cannot get it`);
    variables[variable] = text;
  }
  return { kind: 'secrets', variables };
}
