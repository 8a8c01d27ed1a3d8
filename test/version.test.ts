/** The version that the program says is that of the package. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { TOOL_NAME, TOOL_VERSION } from '#runtime/version.js';

const packageFile = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('the program says the version of the package', () => expect(TOOL_VERSION).toBe(packageFile.version));
test('the program is called what the package installs', () =>
  expect(Object.keys(packageFile.bin)).toContain(TOOL_NAME));
