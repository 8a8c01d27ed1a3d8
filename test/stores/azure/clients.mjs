/** The vendor's own clients, which show that the doubles speak its protocols. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fromNpm } from '../shared/installed.mjs';

/** The last versions for Node 20; null if they cannot be installed. */
export function vendorClients() {
  const folder = fromNpm('azure-1', '@azure/keyvault-secrets@4.11.2', '@azure/app-configuration@1.12.1');
  if (folder === null) return null;
  const load = createRequire(join(folder, 'load.cjs'));
  return { secrets: load('@azure/keyvault-secrets'), configuration: load('@azure/app-configuration') };
}
