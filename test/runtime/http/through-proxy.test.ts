import { expect, test } from '@jest/globals';
import type { HttpServer } from '#runtime/http/http.js';
import { answer, clientOf, GET, NEVER, opened, text } from './clients.js';
import { servePlain, serveProxy, serveTcp } from './local-server.js';

test('a proxy for plain HTTP is asked for the whole address; its password is for it alone', async () => {
  const proxy = await serveProxy(0);
  const variables = { http_proxy: `http://user:canary@127.0.0.1:${proxy.port}` };
  const client = clientOf('http://vault.test:8200', {}, variables);
  expect(text(await client.request({ ...GET, path: '/v1/x?y=1' }, NEVER))).toBe('200 from the proxy');
  expect(proxy.asked).toEqual(['GET http://vault.test:8200/v1/x?y=1']);
  expect(proxy.requests[0]?.headers).toMatchObject({
    host: 'vault.test:8200',
    'proxy-authorization': expect.any(String),
  });
});

test('a proxy for one server counts more than that of the environment', async () => {
  const proxy = await serveProxy(0);
  const given = { origin: 'http://k8s.test', proxy: { address: proxy.origin, setting: 'proxy-url' } };
  const client = opened(given, new Map([['HTTP_PROXY', Buffer.from('http://127.0.0.1:1')]]));
  expect(text(await client.request({ ...GET, path: '/x' }, NEVER))).toBe('200 from the proxy');
  const unfit = { ...given, proxy: { address: 'socks5://user:canary@proxy.test', setting: 'proxy-url' } };
  expect(await opened(unfit, new Map()).request(GET, NEVER)).toMatchObject({
    detail: '`proxy-url` names a proxy that does not speak HTTP',
  });
});

test('a request that must not use a proxy is sent directly to the server', async () => {
  const server = await servePlain(answer(200, 'direct'));
  const proxy = await serveProxy(0);
  // This machine by an address that is not known to be loopback.
  const given = { origin: server.origin.replace('127.0.0.1', '0.0.0.0') };
  const environment = new Map([['HTTP_PROXY', Buffer.from(proxy.origin)]]);
  const answered = async (asked: HttpServer) => {
    return text(await opened(asked, environment).request(GET, NEVER));
  };
  expect(await answered(given)).toBe('200 from the proxy');
  expect(await answered({ ...given, proxy: null })).toBe('200 direct');
  expect(proxy.asked).toHaveLength(1);
});

test('loopback bypasses the proxy', async () => {
  const server = await servePlain(answer(200, 'direct'));
  const client = clientOf(server.origin, {}, { HTTP_PROXY: 'http://127.0.0.1:1' });
  expect(text(await client.request(GET, NEVER))).toBe('200 direct');
});

test('a proxy that is not there is what cannot be reached', async () => {
  const variables = { HTTP_PROXY: 'http://user:canary@127.0.0.1:1' };
  const outcome = await clientOf('http://vault.test:8200', {}, variables).request(GET, NEVER);
  expect(outcome).toMatchObject({
    why: 'unreachable',
    detail: expect.stringMatching(/^the proxy 127\.0\.0\.1:1 refused/u),
  });
  expect(JSON.stringify(outcome)).not.toContain('canary');
});

test('a proxy for plain HTTP that hangs up is the one to blame', async () => {
  const proxy = await serveTcp((socket) => socket.once('data', () => socket.destroy()));
  const outcome = await clientOf('http://vault.test:8200', {}, { HTTP_PROXY: proxy.origin }).request(GET, NEVER);
  expect(outcome).toEqual({
    kind: 'failed',
    why: 'interrupted',
    detail: `the proxy 127.0.0.1:${proxy.port} closed the connection before its answer was complete`,
  });
});

test.each([
  ['its own deadline', { connectMs: 100, wholeMs: 150 }],
  ['that of the request', { connectMs: 10_000, wholeMs: 100 }],
])('a proxy that does not open the tunnel is the one to blame, whichever is over first: %s', async (_, limits) => {
  const proxy = await serveTcp(() => {});
  const client = clientOf('https://vault.test:8200', { limits }, { HTTPS_PROXY: proxy.origin });
  expect(await client.request(GET, NEVER)).toEqual({
    kind: 'failed',
    why: 'timeout',
    detail: expect.stringMatching(/^the proxy 127\.0\.0\.1:\d+ did not accept the connection within 0\.1\d* seconds$/u),
  });
});
