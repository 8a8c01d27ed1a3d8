/** The way to the server: TLS in front of it, with authorities that are known and unknown, and through a proxy. */
import { deepStrictEqual, match } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createProxy, request as send } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';

export function transport({ ask, tool, vault, folder }) {
  if (!makeCertificate(folder)) {
    console.log('left out: TLS, since openssl is not installed');
    return {};
  }
  const manifest = (uri) => `[project]
name = "shop"
revision = "1.0"
require_reason = false

[profiles.default]
KEY = { description = "A key", providers = ["${uri}"] }
`;
  const withServers = async (check) => {
    await ask('POST', '/v1/secret/data/tool/shop/default/KEY', { data: { value: 'over TLS' } });
    const options = { key: readFileSync(`${folder}/server.key`), cert: readFileSync(`${folder}/server.pem`) };
    const secure = createServer(options, (request, response) => {
      const onwards = send(
        `${vault.address}${request.url}`,
        { method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onwards);
    });
    const tunnels = [];
    const proxy = createProxy();
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url);
      const onwards = connect(secure.address().port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Fine\r\n\r\n');
        onwards.pipe(socket).pipe(onwards);
      });
      socket.on('error', () => onwards.destroy());
      onwards.on('error', () => socket.destroy());
    });
    for (const server of [secure, proxy]) await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await check(`127.0.0.1:${secure.address().port}`, `http://127.0.0.1:${proxy.address().port}`, tunnels);
    } finally {
      for (const server of [secure, proxy]) {
        server.closeAllConnections();
        server.close();
      }
    }
  };
  const get = async (host, environment) => {
    const { status, stdout, stderr } = await tool(manifest(`vault://${host}`), ['get', 'KEY'], { environment });
    return status === 0 ? stdout.trimEnd() : stderr;
  };
  const authority = `${folder}/ca.pem`;

  return {
    'an unknown authority is not trusted, and the advice names the variable': () =>
      withServers(async (host) => {
        const said = await get(host, {});
        match(said, /error\[E1104\][\s\S]*not signed by an authority/);
        match(said, /VAULT_CACERT/);
      }),
    'an authority is known by each of its variables': () =>
      withServers(async (host) => {
        for (const name of ['VAULT_CACERT', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS']) {
          deepStrictEqual([name, await get(host, { [name]: authority })], [name, 'over TLS']);
        }
        deepStrictEqual(await get(host, { VAULT_SKIP_VERIFY: 'true' }), 'over TLS');
      }),
    'the name that is checked can be given': () =>
      withServers(async (host) => {
        const given = (name) => get(host, { VAULT_CACERT: authority, VAULT_TLS_SERVER_NAME: name });
        deepStrictEqual(await given('vault.test'), 'over TLS');
        match(await given('other.test'), /is for another name/);
      }),
    'a proxy tunnels to the server': () =>
      withServers(async (_, proxy, tunnels) => {
        const environment = { VAULT_CACERT: authority, HTTPS_PROXY: proxy };
        deepStrictEqual(await get('vault.test:8200', environment), 'over TLS');
        deepStrictEqual(tunnels, ['vault.test:8200']);
      }),
  };
}

/** For 127.0.0.1 and `vault.test`, signed by `ca.pem`; false where there is no openssl. */
function makeCertificate(folder) {
  const run = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  try {
    run('version');
  } catch {
    return false;
  }
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=authority of a test');
  run('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=vault.test');
  writeFileSync(`${folder}/names`, 'subjectAltName=DNS:vault.test,IP:127.0.0.1\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  run('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed);
  return true;
}
