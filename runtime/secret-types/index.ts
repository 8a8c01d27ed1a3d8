/** Each entry loads one file, on first use. */

import type { SecretType } from '#schemas/secret-types/index.js';
import type { ModuleOf, SecretTypeModule } from './secret-type.js';

const loaders: { readonly [T in SecretType]: () => Promise<ModuleOf<T>> } = {
  age_identity: () => import('./age-identity.js'),
  base64: () => import('./base64.js'),
  command: () => import('./command.js'),
  hex: () => import('./hex.js'),
  jwk_private_key: () => import('./jwk-private-key.js'),
  mnemonic: () => import('./mnemonic.js'),
  openpgp_private_key: () => import('./openpgp-private-key.js'),
  passphrase: () => import('./passphrase.js'),
  password: () => import('./password.js'),
  pkcs12: () => import('./pkcs12.js'),
  pkcs8_private_key: () => import('./pkcs8-private-key.js'),
  rsa_private_key: () => import('./rsa-private-key.js'),
  ssh_private_key: () => import('./ssh-private-key.js'),
  uuid: () => import('./uuid.js'),
  wireguard_private_key: () => import('./wireguard-private-key.js'),
  x509_certificate_chain: () => import('./x509-certificate-chain.js'),
  x509_certificate: () => import('./x509-certificate.js'),
  x509_identity: () => import('./x509-identity.js'),
  x509_issuer_chain: () => import('./x509-issuer-chain.js'),
};

/** The code of a type, or null if there is no such type. */
export async function secretTypeModule(type: string): Promise<SecretTypeModule | null> {
  return isKnown(type) ? loaders[type]() : null;
}

function isKnown(type: string): type is SecretType {
  return Object.hasOwn(loaders, type);
}
