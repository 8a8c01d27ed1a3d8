/** Addresses are the same where servers do not tell them apart, and an answer never leaves its own part of a server. */
import { describe, expect, test } from '@jest/globals';
import { type CredentialUrl, covers, parseCredentialUrl, urlText } from '#runtime/credential-helpers/credential-url.js';
import { askedUrl } from '#runtime/credential-helpers/git/credential-request.js';

const url = (text: string): CredentialUrl => {
  const parsed = parseCredentialUrl(text);
  if (parsed.kind === 'bad') throw new Error(`${text} ${parsed.problem}`);
  return parsed;
};
const shown = (text: string) => urlText(url(text));

test.each([
  ['https://GitHub.com', 'https://github.com'],
  ['HTTPS://github.com:443/', 'https://github.com'],
  ['http://github.com:80', 'http://github.com'],
  ['https://github.com:8443/', 'https://github.com:8443'],
  ['https://alice@github.com//team//x/', 'https://github.com/team/x'],
  ['https://github.com/team/./a/../x', 'https://github.com/team/x'],
  ['https://github.com/te%61m', 'https://github.com/team'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ['https://github.com/$(id)', 'https://github.com/%24%28id%29'],
  ['https://github.com/c++/%40x:[y]/%3f%23%25', 'https://github.com/c%2B%2B/%40x%3A%5By%5D/%3F%23%25'],
  ["https://github.com/o'neil", 'https://github.com/o%27neil'],
  ['smtp://Mail.Example.com:587', 'smtp://mail.example.com:587'],
  ['https://[::1]:3000/x', 'https://[::1]:3000/x'],
  ['smtp://mail.example.com:443', 'smtp://mail.example.com:443'],
  ['smtps://mail.example.com:80', 'smtps://mail.example.com:80'],
  ['socks5h://alice@Proxy.example:1080', 'socks5h://proxy.example:1080'],
])('%s is %s', (text, expected) => expect(shown(text)).toBe(expected));

test.each([
  'github.com',
  'https://',
  'https:///x',
  'ssh://github.com/x',
  'file:///etc/passwd',
  'https://*.example.com',
  'smtp://mail.example.com:99999',
  'https://alice:canary-in-a-url@github.com',
  'https://github.com/?a=b',
  'https://github.com/#x',
  'https://github.com/a b',
  'https://git\nhub.com',
  'https://github.com\\@evil.example',
  'https://a%0ab@github.com',
])('%s is refused', (text) => {
  const parsed = parseCredentialUrl(text);
  expect(parsed.kind).toBe('bad');
  expect(JSON.stringify(parsed)).not.toContain('canary');
});

describe('what Git asks for', () => {
  const asked = (...lines: string[]) => askedUrl(`${lines.join('\n')}\n\n`);
  const isCovered = (own: string, ...lines: string[]) => {
    const request = asked(...lines);
    return request !== null && covers(url(own), request);
  };
  const HOST = ['protocol=https', 'host=example.com'];

  test.each([
    ['https://example.com', ['protocol=https', 'host=EXAMPLE.com:443']],
    ['https://example.com', [...HOST, 'path=team/x.git']],
    ['https://example.com/team', [...HOST, 'path=team/x.git']],
    ['https://example.com/team', [...HOST, 'path=team']],
    ['https://example.com/a%20b', [...HOST, 'path=a b/x']],
    ['https://alice@example.com', HOST],
    ['https://alice@example.com', [...HOST, 'username=alice']],
    ['https://example.com', [...HOST, 'username=alice']],
    ['https://example.com', [...HOST, 'capability[]=authtype', 'wwwauth[]=Basic realm="x"', 'unknown', '=x']],
    ['https://example.com/team', ['protocol=http', 'host=other', 'url=https://example.com/team/x']],
    ['https://example.com', ['url=https://alice:pw@example.com']],
    ['https://example.com', ['url=https://other.example', ...HOST]],
    ['https://xn--bcher-kva.example', ['protocol=https', 'host=bücher.example']],
  ])('%s answers %j', (own, lines) => expect(isCovered(own, ...lines)).toBe(true));

  test.each([
    ['https://example.com', ['protocol=http', 'host=example.com']],
    ['https://example.com', ['protocol=https', 'host=example.com:8443']],
    ['https://example.com', ['protocol=https', 'host=sub.example.com']],
    ['https://example.com', ['protocol=https', 'host=example.com.evil.example']],
    ['https://example.com', ['protocol=https', 'host=example.com@evil.example']],
    ['https://example.com', ['protocol=https', 'host=evil.example/example.com']],
    ['https://example.com', ['protocol=https', 'host=example.com\\evil.example']],
    ['https://example.com', ['protocol=https', 'host=example.com\r']],
    ['https://example.com', ['protocol=https', 'host=']],
    ['https://example.com', ['protocol=https']],
    ['https://example.com', ['host=example.com']],
    ['https://example.com/team', HOST],
    ['https://example.com/team', [...HOST, 'path=teams/x']],
    ['https://example.com/team', [...HOST, 'path=team/../other/x']],
    ['https://example.com/team', [...HOST, 'path=team%2f..%2fother']],
    ['https://example.com/team', [...HOST, 'path=other/team']],
    ['https://alice@example.com', [...HOST, 'username=bob']],
    ['https://example.com', [...HOST, 'url=https://other.example']],
    ['https://example.com/team', [...HOST, 'path=team', 'url=https://example.com']],
    ['https://example.com', [...HOST, 'url=nonsense']],
    ['https://example.com', ['', ...HOST]],
  ])('%s does not answer %j', (own, lines) => expect(isCovered(own, ...lines)).toBe(false));
});
