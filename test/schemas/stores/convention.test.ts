import { expect, test } from '@jest/globals';
import { conventionText } from '#schemas/stores/convention.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

function textOf(spec: string | null, names: PlaceholderValues): string {
  const uri = spec === null ? null : parseStoreUri(spec);
  if (uri?.kind === 'malformed') throw new Error(uri.problem);
  return conventionText(uri, names);
}

test.each([
  [null, 'shop/live/DB_URL'],
  ['file:./secrets', 'shop/live/DB_URL'],
  ['keyring', 'tool/shop/live/DB_URL'],
  ['keyring://team/{key}', 'team/DB_URL'],
  ['ejson:secrets.ejson', '/shop/live/DB_URL'],
  ['dotenv:.env', 'DB_URL'],
  ['doppler://shop', 'live/DB_URL'],
  ['gcsm://my-project', 'tool2--shop--live--DB_URL'],
  ['akv://vault', 'tool--onug64a--nruxmzi--irbf6vksjq'],
  ['fly://shop', 'DB_URL'],
  ['cloudflare://shop', 'DB_URL'],
])('%s has %s', (spec, text) => {
  expect(textOf(spec, { project: 'shop', profile: 'live', key: 'DB_URL' })).toBe(text);
});

test('what stands for many keeps its placeholder', () => {
  const names = { project: 'shop', profile: '{profile}', key: '{key}' };
  expect(textOf('akv://vault', names)).toBe('tool--onug64a--{profile}--{key}');
});
