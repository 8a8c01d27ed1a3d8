/** The catalogue of secret types (spec 2.8). */
import { type Named, own, sortedNamed } from '../named.js';
import type { Json } from '../plan.js';
import { ageIdentity } from './age-identity.js';
import { base64 } from './base64.js';
import { command } from './command.js';
import type { Capability, OptionDescriptor, SecretTypeDescriptor } from './descriptor.js';
import { hex } from './hex.js';
import { jwkPrivateKey } from './jwk-private-key.js';
import { mnemonic } from './mnemonic.js';
import { openpgpPrivateKey } from './openpgp-private-key.js';
import { passphrase } from './passphrase.js';
import { password } from './password.js';
import { pkcs8PrivateKey } from './pkcs8-private-key.js';
import { pkcs12 } from './pkcs12.js';
import { rsaPrivateKey } from './rsa-private-key.js';
import { sshPrivateKey } from './ssh-private-key.js';
import { uuid } from './uuid.js';
import { wireguardPrivateKey } from './wireguard-private-key.js';
import { x509Certificate } from './x509-certificate.js';
import { x509CertificateChain } from './x509-certificate-chain.js';
import { x509Identity } from './x509-identity.js';
import { x509IssuerChain } from './x509-issuer-chain.js';

export const secretTypes = {
  age_identity: ageIdentity,
  base64,
  command,
  hex,
  jwk_private_key: jwkPrivateKey,
  mnemonic,
  openpgp_private_key: openpgpPrivateKey,
  passphrase,
  password,
  pkcs12,
  pkcs8_private_key: pkcs8PrivateKey,
  rsa_private_key: rsaPrivateKey,
  ssh_private_key: sshPrivateKey,
  uuid,
  wireguard_private_key: wireguardPrivateKey,
  x509_certificate_chain: x509CertificateChain,
  x509_certificate: x509Certificate,
  x509_identity: x509Identity,
  x509_issuer_chain: x509IssuerChain,
} as const satisfies Readonly<Record<string, SecretTypeDescriptor>>;

export type SecretType = keyof typeof secretTypes;

/** In the order of the catalogue. */
export const secretTypeNames = Object.keys(secretTypes) as [SecretType, ...SecretType[]];

/** Null: no such type. */
export function secretTypeOf(type: string): SecretTypeDescriptor | null {
  return Object.hasOwn(secretTypes, type) ? secretTypes[type as SecretType] : null;
}

/** Whether a secret has a type, and that type can. */
export function typeCan(type: string | undefined, capability: Capability): boolean {
  return type !== undefined && secretTypeOf(type)?.can.includes(capability) === true;
}

/** Whether values of the type are bytes, which need a text form wherever text is wanted. */
export function isBinaryType(type: string | undefined): boolean {
  return type !== undefined && secretTypeOf(type)?.result === 'binary';
}

/** What the name of a temporary file with a value of the type ends in (semantics 7). */
export function suffixOfType(type: string, format: 'pem' | 'der' | null): string {
  return secretTypeOf(type)?.suffix?.[format ?? 'default'] ?? '';
}

/**
 * Valid options as they are in the plan: defaults filled in, lists whose order does not matter in the order of the
 * catalogue, names sorted. Options of other types are dropped.
 */
export function fillDefaults(type: string, options: Readonly<Record<string, Json | undefined>>): Named<Json> {
  const known: Readonly<Record<string, OptionDescriptor>> = secretTypeOf(type)?.options ?? {};
  const algorithm = options['algorithm'] ?? known['algorithm']?.default;
  return sortedNamed(
    Object.entries(known).flatMap(([name, option]): [string, Json][] => {
      if (option.onlyFor !== undefined && option.onlyFor !== algorithm) return [];
      const value = canonical(option, options[name]) ?? option.default;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function canonical(option: OptionDescriptor, value: Json | undefined): Json | undefined {
  if (option.kind !== 'list' || option.values === undefined || !Array.isArray(value)) return value;
  return option.values.filter((entry) => value.includes(entry));
}

/** Options of a generator that a shell executes. */
export function commandsOf(type: string, options: Named<Json>): readonly string[] {
  return Object.entries(secretTypeOf(type)?.options ?? {}).flatMap(([name, option]) => {
    const text = own(options, name);
    return option.kind === 'text' && option.isCommand && typeof text === 'string' ? [text] : [];
  });
}
