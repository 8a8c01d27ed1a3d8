/** The providers by scheme. Each is one file or folder, loaded when a store of its scheme is opened. */
import type { AvailableScheme } from '#schemas/providers/index.js';
import type { ProviderModule } from './provider.js';

/** If a scheme that the catalogue calls available has no line here, this does not compile. */
const loaders: Readonly<Record<AvailableScheme, () => Promise<ProviderModule>>> = {
  age: () => import('./age.js'),
  dotenv: () => import('./dotenv.js'),
  env: () => import('./env.js'),
  file: () => import('./file.js'),
  keyring: () => import('./keyring.js'),
  null: () => import('./null.js'),
  pass: () => import('./pass.js'),
  openbao: () => import('./openbao.js'),
  vault: () => import('./vault.js'),
};

/** Whether this version can open stores of the scheme. */
export function isAvailable(scheme: string): scheme is AvailableScheme {
  return Object.hasOwn(loaders, scheme);
}

export function loadProvider(scheme: AvailableScheme): Promise<ProviderModule> {
  return loaders[scheme]();
}
