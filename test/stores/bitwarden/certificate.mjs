/** A certificate for 127.0.0.1, which Bitwarden's programs insist on. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `ca`: the path of the authority; null where there is no openssl. */
export function certificateIn(folder) {
  const run = (...words) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  try {
    run('version');
  } catch {
    return null;
  }
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=authority of a test');
  run('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=127.0.0.1');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  run('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signing);
  const [cert, serverKey] = ['server.pem', 'server.key'].map((name) => readFileSync(join(folder, name)));
  return { ca: join(folder, 'ca.pem'), cert, key: serverKey };
}
