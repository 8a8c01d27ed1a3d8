/** Each entry loads one file, on first use. */

import type { AvailableSecretType } from '#schemas/secret-types/index.js';
import type { ModuleOf, SecretTypeModule } from './secret-type.js';

const loaders: { readonly [T in AvailableSecretType]: () => Promise<ModuleOf<T>> } = {
  base64: () => import('./base64.js'),
  hex: () => import('./hex.js'),
  password: () => import('./password.js'),
  uuid: () => import('./uuid.js'),
};

/** The code of a type, or null where this version has none. */
export async function secretTypeModule(type: string): Promise<SecretTypeModule | null> {
  return isAvailable(type) ? loaders[type]() : null;
}

function isAvailable(type: string): type is AvailableSecretType {
  return Object.hasOwn(loaders, type);
}
