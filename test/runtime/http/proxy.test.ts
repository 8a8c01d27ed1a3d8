import { expect, test } from '@jest/globals';
import { HttpFault } from '#runtime/http/http-fault.js';
import { proxyFor } from '#runtime/http/proxy.js';

function proxied(address: string, variables: Readonly<Record<string, string>>): string | null {
  const environment = new Map(Object.entries(variables).map(([name, value]) => [name, Buffer.from(value)]));
  const proxy = proxyFor(new URL(address), environment);
  return proxy === null ? null : proxy.url.host;
}
const behind = (address: string, except = '') =>
  proxied(address, { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: except });

test('each scheme has its variable, in capitals or small letters; empty is not set', () => {
  const both = { https_proxy: 'small:1', HTTP_PROXY: 'http://plain:2', HTTPS_PROXY: '' };
  expect(proxied('https://vault.example', both)).toBe('small:1');
  expect(proxied('http://vault.example', both)).toBe('plain:2');
  expect(proxied('https://vault.example', { HTTP_PROXY: 'http://plain:2' })).toBeNull();
});

test.each([
  ['https://vault.example', 'other.example', true],
  ['https://vault.example', 'vault.example', false],
  ['https://VAULT.example', 'other, Vault.Example', false],
  ['https://eu.vault.example', 'vault.example', false],
  ['https://myvault.example', 'vault.example', true],
  ['https://vault.example', '.vault.example', true],
  ['https://eu.vault.example', '.vault.example', false],
  ['https://eu.vault.example', '*.vault.example', false],
  ['https://vault.example:8200', 'vault.example:8200', false],
  ['https://vault.example:8200', 'vault.example:443', true],
  ['https://vault.example', 'vault.example:443', false],
  ['https://vault.example', '*', false],
  ['https://10.1.2.3', '10.1.0.0/16', false],
  ['https://10.2.2.3', '10.1.0.0/16', true],
  ['https://10.1.2.3', '10.1.2.3', false],
  ['https://[fd00::1]', 'fd00::/8', false],
  ['https://[fd00::1]:8200', '[fd00::1]:8200', false],
  ['https://[fd00::1]', 'FD00:0:0:0:0:0:0:1', false],
  ['https://[fd00::1]:8200', '[fd00:0::0:1]:8200', false],
  ['https://[fd00::1]', 'fd00:0:0:0:0:0:0:2', true],
  ['https://[fe00::1]', 'fd00::/8', true],
  ['https://[fd12:3456::1]', 'fd12:3456::/32', false],
  ['https://10.1.2.3', '0.0.0.0/0', false],
  ['https://10.1.2.3', '10.1.2.3/32', false],
  ['https://10.1.2.3', '10.1.2.3/33', true],
  ['https://10.1.2.3', '10.1.0.0/16/8', true],
  ['https://10.1.2.3', '10.1/16', true],
  ['https://10.1.2.3', '999.1.1.1/0', true],
  ['https://10.1.2.3', '::/0', true],
  ['https://vault.example', '0.0.0.0/0', true],
  ['https://localhost:8200', '', false],
  ['https://127.0.0.1', '', false],
  ['https://[::1]', '', false],
  ['https://169.254.169.254', '', false],
  ['https://[fe80::1]', '', false],
  ['https://169.254.example', '', true],
])('%s with NO_PROXY=%s: behind the proxy %s', (address, except, isBehind) => {
  expect(behind(address, except)).toBe(isBehind ? 'proxy:3128' : null);
});

test('a user and a password are for the proxy alone', () => {
  const environment = new Map([['HTTPS_PROXY', Buffer.from('http://user:p%40ss@proxy:3128')]]);
  const proxy = proxyFor(new URL('https://vault.example'), environment);
  expect(proxy?.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});

test.each(['http://user:canary@pro xy', 'socks5://user:canary@proxy:1080'])(
  '%s is refused without being quoted',
  (address) => {
    const refused = () => proxied('https://vault.example', { HTTPS_PROXY: address });
    expect(refused).toThrow(HttpFault);
    expect(refused).toThrow(/^`HTTPS_PROXY` (?!.*canary)/u);
  },
);
