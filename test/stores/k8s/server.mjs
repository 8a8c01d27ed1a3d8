/** An API server of Kubernetes with etcd, on loopback, in a folder of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:https';
import { join } from 'node:path';
import { builtProgram, goProgram } from '../go-program.mjs';
import { onFreePorts } from '../shared/ports.mjs';

/** Its origin, authorities and token of an administrator, `ask` and `stop`; null where there is no Go. The first build takes ten minutes. */
export async function startKubernetes(folder) {
  const program = goProgram('kube-apiserver');
  if (program === null) return null;
  mkdirSync(folder);
  makeKeys(folder);
  writeFileSync(join(folder, 'tokens.csv'), 'canary-admin,admin,1,"system:masters"\n');
  return onFreePorts(3, (...ports) => startOn(ports, folder, program));
}

/** Null if a server ends at once. */
async function startOn([clients, peers, port], folder, program) {
  const etcd = startEtcd(folder, clients, peers);
  const origin = `https://127.0.0.1:${port}`;
  const flags = {
    'etcd-servers': `http://127.0.0.1:${clients}`,
    'service-account-issuer': 'https://kubernetes.test',
    'service-account-key-file': 'sa.pub',
    'service-account-signing-key-file': 'sa.key',
    'token-auth-file': 'tokens.csv',
    'client-ca-file': 'ca.pem',
    'authorization-mode': 'RBAC',
    'cert-dir': 'certificates',
    'secure-port': port,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'service-cluster-ip-range': '10.0.0.0/24',
  };
  const words = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const server = spawn(program, words, { cwd: folder, stdio: 'ignore' });
  const stop = async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    etcd.kill();
  };
  const authority = join(folder, 'certificates/apiserver.crt');
  const ask = (method, path, json, options = {}) => asked(origin, authority, method, path, json, options);
  const answers = await answering(ask, [server, etcd]);
  if (answers) return { origin, authority, folder, ask, stop };
  await stop();
  if (answers === null) return null;
  throw new Error('the API server did not start');
}

/** The same if another suite has built it, and etcd is there; else null. */
export async function builtKubernetes(folder) {
  const isBuilt = builtProgram('kube-apiserver') !== null;
  return isBuilt && hasEtcd() ? startKubernetes(folder) : null;
}

export function hasEtcd() {
  try {
    execFileSync('etcd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function startEtcd(folder, clients, peers) {
  const peer = `http://127.0.0.1:${peers}`;
  const client = `http://127.0.0.1:${clients}`;
  const own = [
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ];
  const offered = ['--listen-client-urls', client, '--advertise-client-urls', client];
  return spawn('etcd', ['--data-dir', join(folder, `etcd-${clients}`), ...offered, ...own], { stdio: 'ignore' });
}

/** A key for service accounts, and an authority that signs the certificates of users. */
function makeKeys(folder) {
  const openssl = (...words) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  openssl('genrsa', '-out', 'sa.key', '2048');
  openssl('rsa', '-in', 'sa.key', '-pubout', '-out', 'sa.pub');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=users of a test');
  openssl('req', ...key, '-keyout', 'user.key', '-out', 'user.csr', '-subj', '/CN=certified');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'user.csr', '-out', 'user.pem', ...signed);
}

/** Whether the API server answers at last; null if one of the servers ends. */
async function answering(ask, servers) {
  for (let tries = 0; tries < 3_000; tries++) {
    if (servers.some(({ exitCode, signalCode }) => (exitCode ?? signalCode) !== null)) return null;
    const ready = await ask('GET', '/readyz').catch(() => null);
    const namespaces = ready?.status === 200 ? await ask('GET', '/api/v1/namespaces/default').catch(() => null) : null;
    if (namespaces?.status === 200) return true;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return false;
}

function asked(origin, authority, method, path, json, { token = 'canary-admin', type = 'application/json' }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const options = { method, headers, agent: false, ca: readFileSync(authority) };
    const sent = send(`${origin}${path}`, options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text });
    });
    sent.on('error', reject);
    // A text is sent as it is, in the language that `type` names.
    sent.end(json === undefined || typeof json === 'string' ? json : JSON.stringify(json));
  });
}
