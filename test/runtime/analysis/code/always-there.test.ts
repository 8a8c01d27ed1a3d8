/** Variables that need no declaration, and credentials that look like them. */
import { expect, test } from '@jest/globals';
import { isAlwaysThere } from '#runtime/analysis/code/always-there.js';

test.each([
  'PATH',
  'HOME',
  'NODE_ENV',
  'CI',
  'LC_ALL',
  'XDG_CONFIG_HOME',
  'SystemRoot',
  'GITHUB_SHA',
  'CI_JOB_TOKEN',
  'npm_package_version',
  'CARGO_PKG_VERSION',
  'http_proxy',
])('%s is always there', (name) => expect(isAlwaysThere(name, false)).toBe(true));

test.each([
  'GITHUB_TOKEN',
  'CARGO_REGISTRY_TOKEN',
  'HEROKU_API_KEY',
  'NPM_TOKEN',
  'NPM_CONFIG_TOKEN',
  'PIP_PASSWORD',
  'PORT',
  'DATABASE_URL',
  'BUILD_KEY',
  'SYSTEM_PROMPT',
  'AWS_ACCESS_KEY_ID',
  'path',
])('%s has to be declared', (name) => expect(isAlwaysThere(name, false)).toBe(false));

test('variables of shells are there in shells alone', () => {
  expect([isAlwaysThere('RANDOM', true), isAlwaysThere('RANDOM', false)]).toEqual([true, false]);
});
