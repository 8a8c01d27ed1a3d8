import { expect, test } from '@jest/globals';
import { endpointAt } from '#runtime/providers/bases/endpoint.js';

const endpoint = (text: string) =>
  endpointAt('doppler', 'api.doppler.com', new Map([['TOOL_DOPPLER_ENDPOINT', Buffer.from(text)]]));

test.each([
  ['', 'https://api.doppler.com'],
  ['https://mirror.example:8443/', 'https://mirror.example:8443'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s means %s', (text, origin) => expect(endpoint(text)).toBe(origin));

test.each([
  'http://mirror.example',
  'ftp://mirror.example',
  'https://a:canary@b',
  'https://b/path',
  'https://b?x=1',
  'x',
])('%s is refused, and not repeated', (text) => {
  const refusal = endpoint(text);
  expect(refusal).toMatchObject({ kind: 'refused', failure: { kind: 'unsupported' } });
  expect(JSON.stringify(refusal)).not.toContain('canary');
});
