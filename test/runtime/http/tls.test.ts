import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { HttpClient, HttpOutcome, HttpRequest, TlsSettings } from '#runtime/http/http.js';
import { openHttp } from '#runtime/http/node-http.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { type Certificates, makeCertificates } from './certificates.js';
import { type Handler, servePlain, serveProxy, serveTls } from './local-server.js';

const folder = temporaryFolder();
const made = makeCertificates(folder);
if (made === null) console.log('TLS is not tested: openssl is not installed');

const GET: HttpRequest = { method: 'GET', path: '/', headers: {}, isRepeatable: true };
const fine: Handler = (_, response) => void response.end('fine');
let clients: HttpClient[] = [];
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

async function ask(origin: string, tls: TlsSettings = {}, variables: Readonly<Record<string, string>> = {}) {
  const environment = new Map(Object.entries(variables).map(([name, value]) => [name, Buffer.from(value)]));
  const client = openHttp({ origin, tls }, environment, { sleep: async () => {} });
  clients.push(client);
  return inShort(await client.request(GET, new AbortController().signal));
}

function inShort(outcome: HttpOutcome): string {
  if (outcome.kind === 'failed') return `${outcome.why}: ${outcome.detail.replace(/127\.0\.0\.1:\d+/u, 'HOST')}`;
  return outcome.kind === 'response' ? `${outcome.status} ${Buffer.from(outcome.body)}` : outcome.kind;
}

const UNKNOWN = 'untrusted: the certificate of HOST is not signed by an authority that is trusted here';

(made === null ? describe.skip : describe)('TLS', () => {
  const { authority, server, named, client } = made ?? ({} as Certificates);
  const authorities = made === null ? Buffer.alloc(0) : readFileSync(authority);

  test('an unknown authority is not trusted, and that is no reason to ask again', async () => {
    const { origin, asked } = await serveTls(server, fine);
    expect(await ask(origin)).toBe(UNKNOWN);
    expect(asked).toEqual([]);
  });

  test('an authority of the store is', async () => {
    const { origin } = await serveTls(server, fine);
    expect(await ask(origin, { authorities })).toBe('200 fine');
  });

  test.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])('so is one of %s', async (variable) => {
    const { origin } = await serveTls(server, fine);
    expect(await ask(origin, {}, { [variable]: authority })).toBe('200 fine');
  });

  test('authorities of the store stand alone', async () => {
    const { origin } = await serveTls(server, fine);
    writeFileSync(`${folder}/other.pem`, made?.client.cert ?? '');
    const other = { authorities: readFileSync(`${folder}/other.pem`) };
    expect(await ask(origin, other, { NODE_EXTRA_CA_CERTS: authority })).toBe(UNKNOWN);
  });

  test('authorities without a certificate in PEM, and half of a pair, are reported as such', async () => {
    const { origin } = await serveTls(server, fine);
    const none = 'the authorities for this server contain no certificate in PEM';
    const settings: readonly (readonly [TlsSettings, string])[] = [
      [{ authorities: Buffer.from(authorities.toString('latin1').replaceAll(/-----.*/g, ''), 'base64') }, none],
      [{ authorities: Buffer.alloc(0) }, none],
      [{ authorities: client.key }, none],
      [{ authorities, certificate: client.cert }, 'the client certificate for this server has no key'],
      [{ authorities, key: client.key }, 'the client key for this server has no certificate'],
    ];
    for (const [tls, why] of settings) expect(await ask(origin, tls)).toBe(`unsupported: ${why}`);
    expect(await ask(origin, { authorities: Buffer.concat([Buffer.from('# a comment\n'), authorities]) })).toBe(
      '200 fine',
    );
  });

  test('a file of authorities that is not there is named by its variable', async () => {
    const { origin } = await serveTls(server, fine);
    const answer = await ask(origin, {}, { SSL_CERT_FILE: `${folder}/gone.pem` });
    expect(answer).toBe('unsupported: the file that `SSL_CERT_FILE` names cannot be read');
  });

  test('a file of authorities without a certificate adds none, and cannot be the only one', async () => {
    const { origin } = await serveTls(server, fine);
    writeFileSync(`${folder}/none.pem`, '# none\n');
    const none = `${folder}/none.pem`;
    expect(await ask(origin, {}, { NODE_EXTRA_CA_CERTS: none })).toBe(UNKNOWN);
    expect(await ask(origin, {}, { SSL_CERT_FILE: authority, NODE_EXTRA_CA_CERTS: none })).toBe('200 fine');
    expect(await ask(origin, {}, { SSL_CERT_FILE: none, NODE_EXTRA_CA_CERTS: authority })).toBe('200 fine');
    expect(await ask(origin, {}, { SSL_CERT_FILE: none })).toBe(
      'unsupported: the file that `SSL_CERT_FILE` names has no certificate in PEM',
    );
  });

  test('a certificate for another name is not trusted, unless that is the name to check', async () => {
    const { origin } = await serveTls(named, fine);
    expect(await ask(origin, { authorities })).toBe('tls: the certificate of HOST is for another name');
    expect(await ask(origin, { authorities, serverName: 'vault.test' })).toBe('200 fine');
    expect(await ask(origin, { authorities, serverName: 'other.test' })).toContain('is for another name');
  });

  test('what the user does not want verified is not', async () => {
    const { origin } = await serveTls(named, fine);
    expect(await ask(origin, { isUnverified: true })).toBe('200 fine');
  });

  test('a client certificate is shown where there is one', async () => {
    const options = { ...server, ca: authorities, requestCert: true, rejectUnauthorized: true };
    const { origin } = await serveTls(options, fine);
    expect(await ask(origin, { authorities, certificate: client.cert, key: client.key })).toBe('200 fine');
    expect(await ask(origin, { authorities })).not.toBe('200 fine');
    const broken = { authorities, certificate: client.cert, key: Buffer.from('canary') };
    expect(await ask(origin, broken)).toBe(
      'unsupported: a certificate or key for this server is not valid PEM, or they do not fit',
    );
  });

  test('a server without TLS is reported as such', async () => {
    const { origin } = await servePlain(fine);
    expect(await ask(origin.replace('http:', 'https:'))).toMatch(
      /^(plain: HOST does not speak TLS|tls: HOST refused the TLS)/u,
    );
  });

  test('a proxy tunnels: it sees host and port, the server its own certificate checked', async () => {
    const { port } = await serveTls(named, fine);
    const proxy = await serveProxy(port);
    const variables = { HTTPS_PROXY: `http://user:pass@127.0.0.1:${proxy.port}` };
    expect(await ask('https://vault.test:8200', { authorities }, variables)).toBe('200 fine');
    expect(proxy.asked).toEqual(['CONNECT vault.test:8200']);
    expect(proxy.requests[0]?.headers).toMatchObject({ 'proxy-authorization': `Basic ${btoa('user:pass')}` });
    expect(await ask('https://other.test:8200', { authorities }, variables)).toContain('is for another name');
  });

  test('a proxy that is itself behind TLS is checked by the usual authorities, and is the one to blame', async () => {
    const { port } = await serveTls(named, fine);
    const proxy = await serveProxy(port, 200, server);
    const wrong = await serveProxy(port, 200, named);
    const through = (origin: string, more = {}) =>
      ask('https://vault.test:8200', { authorities }, { HTTPS_PROXY: origin, ...more });
    const untrusted = 'the certificate of the proxy HOST is';
    expect(await through(proxy.origin)).toBe(
      `unreachable: ${untrusted} not signed by an authority that is trusted here`,
    );
    expect(proxy.asked).toEqual([]);
    for (const variable of ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])
      expect(await through(proxy.origin, { [variable]: authority })).toBe('200 fine');
    expect(await through(wrong.origin, { SSL_CERT_FILE: authority })).toBe(
      `unreachable: ${untrusted} for another name`,
    );
    const plain = await serveProxy(port);
    expect(await through(plain.origin.replace('http:', 'https:'))).toMatch(/^unreachable: the proxy HOST /u);
  });

  test('behind such a proxy the server is still the one to blame for its own certificate', async () => {
    const { port } = await serveTls(server, fine);
    const proxy = await serveProxy(port, 200, server);
    const answer = await ask(
      'https://other.test:8200',
      { authorities },
      { HTTPS_PROXY: proxy.origin, SSL_CERT_FILE: authority },
    );
    expect(answer).toBe('tls: the certificate of other.test:8200 is for another name');
  });

  test.each([
    [407, 'wants a user and a password'],
    [403, 'refused to connect (status 403)'],
  ])('a proxy that answers %s is the one to blame', async (status, words) => {
    const proxy = await serveProxy(0, status);
    const variables = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await ask('https://vault.test:8200', {}, variables)).toBe(`unreachable: the proxy HOST ${words}`);
  });
});
