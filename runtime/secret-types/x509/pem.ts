/** What exports are printed as: PEM (RFC 7468), or DER. */
import type { X509Certificate } from 'node:crypto';
import { SecretValue } from '../../values/secret-value.js';

export function inFormat(format: 'pem' | 'der' | null, label: string, der: Uint8Array): SecretValue {
  return format === 'der' ? SecretValue.fromBytes(der) : SecretValue.fromText(pem(label, der));
}

export function certificatesInPem(certificates: readonly X509Certificate[]): SecretValue {
  return SecretValue.fromText(certificates.map(({ raw }) => pem('CERTIFICATE', raw)).join(''));
}

function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
