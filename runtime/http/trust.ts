/** Which authorities and which client certificate a TLS connection is made with (providers-cloud 2.5). */
import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { type Environment, variableIn } from '../values/environment.js';
import type { TlsSettings } from './http.js';
import { HttpFault } from './http-fault.js';

/**
 * The store's own authorities, else those of `SSL_CERT_FILE`, else the runtime's; `NODE_EXTRA_CA_CERTS` adds to the last two.
 * Node and Bun would each read another part of that, so that all of it is read here.
 */
export function secureContext(tls: TlsSettings, environment: Environment): SecureContext {
  const authorities = tls.authorities === undefined ? namedAuthorities(environment) : [Buffer.from(tls.authorities)];
  const fault = faultOf(tls);
  if (fault !== null) throw new HttpFault('unsupported', fault, true);
  try {
    return createSecureContext({
      ...(authorities !== null && { ca: authorities }),
      ...(tls.certificate !== undefined && { cert: Buffer.from(tls.certificate) }),
      ...(tls.key !== undefined && { key: Buffer.from(tls.key) }),
    });
  } catch {
    throw new HttpFault(
      'unsupported',
      'a certificate or key for this server is not valid PEM, or they do not fit',
      true,
    );
  }
}

/** What OpenSSL passes over: authorities without a certificate would trust no server, and half of a pair proves nothing. */
function faultOf({ authorities, certificate, key }: TlsSettings): string | null {
  if (authorities !== undefined && !hasCertificate(authorities))
    return 'the authorities for this server contain no certificate in PEM';
  if (certificate !== undefined && key === undefined) return 'the client certificate for this server has no key';
  return certificate === undefined && key !== undefined ? 'the client key for this server has no certificate' : null;
}

function hasCertificate(pem: Uint8Array): boolean {
  return /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(Buffer.from(pem).toString('latin1'));
}

/** A file without a certificate adds none, as in Node; Bun would refuse all connections. */
function namedAuthorities(environment: Environment): (string | Buffer)[] | null {
  const only = fileIn(environment, 'SSL_CERT_FILE');
  const extra = fileIn(environment, 'NODE_EXTRA_CA_CERTS');
  const named = [only, extra].filter((file): file is Buffer => file !== null && hasCertificate(file));
  if (only !== null && named.length === 0)
    throw new HttpFault('unsupported', 'the file that `SSL_CERT_FILE` names has no certificate in PEM', true);
  if (named.length === 0) return null;
  return only === null ? [...rootCertificates, ...named] : named;
}

function fileIn(environment: Environment, name: string): Buffer | null {
  const path = variableIn(environment, name);
  if (path === '') return null;
  try {
    return readFileSync(path);
  } catch {
    throw new HttpFault('unsupported', `the file that \`${name}\` names cannot be read`, true);
  }
}
