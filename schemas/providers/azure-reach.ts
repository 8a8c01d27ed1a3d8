/** What stores of Azure contact: their own server, and what signs in to Microsoft Entra. */
import type { Reach } from './descriptor.js';
import { vendorsHost } from './server-name.js';

/** The server that signs in, unless the machine names another one. */
export const ENTRA_HOST = 'login.microsoftonline.com';

/** `ways`: how to sign in, as far as the URI says. */
export function azureReach(host: string, ways: readonly (string | undefined)[]): Reach {
  return {
    hosts: [
      { name: host, tls: true, receives: [] },
      vendorsHost(ENTRA_HOST, ['tenant_id', 'client_id', 'client_secret']),
    ],
    programs: ways.includes('cli') ? ['az', 'azd'] : [],
    machine: ['host', 'file'],
  };
}
