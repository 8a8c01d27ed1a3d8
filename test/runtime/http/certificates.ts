/** Certificates made by openssl for one test file; null where there is no openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

export interface Certificates {
  /** The file of the authority that signed the server's certificate. */
  readonly authority: string;
  /** For `vault.test` and 127.0.0.1. */
  readonly server: { readonly key: Buffer; readonly cert: Buffer };
  /** For `vault.test` alone. */
  readonly named: { readonly key: Buffer; readonly cert: Buffer };
  /** For 127.0.0.1, until yesterday. */
  readonly expired: { readonly key: Buffer; readonly cert: Buffer };
  readonly client: { readonly key: Buffer; readonly cert: Buffer };
}

export function makeCertificates(folder: string): Certificates | null {
  if (!isThere()) return null;
  const run = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=authority of a test');
  const signed = (name: string, alternatives: string, days = '2') => {
    run('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(`${folder}/${name}.ext`, `subjectAltName=${alternatives}\n`);
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...authority,
      '-out',
      `${name}.pem`,
      '-days',
      days,
      '-extfile',
      `${name}.ext`,
    );
    return { key: readFileSync(`${folder}/${name}.key`), cert: readFileSync(`${folder}/${name}.pem`) };
  };
  return {
    authority: `${folder}/ca.pem`,
    server: signed('server', 'DNS:vault.test,IP:127.0.0.1'),
    named: signed('named', 'DNS:vault.test'),
    expired: signed('expired', 'IP:127.0.0.1', '-1'),
    client: signed('client', 'DNS:client.test'),
  };
}

function isThere(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
