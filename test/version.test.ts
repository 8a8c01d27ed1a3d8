/** The version that the program says is that of the package, and of the extension that starts it. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { TOOL_NAME, TOOL_VERSION } from '#runtime/version.js';

const jsonAt = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const packageFile = jsonAt('package.json');

test('the program says the version of the package', () => expect(TOOL_VERSION).toBe(packageFile.version));
test('the program is called what the package installs', () =>
  expect(Object.keys(packageFile.bin)).toContain(TOOL_NAME));
test('the extension for VS Code has the same version', () =>
  expect(jsonAt('editors/vscode/package.json').version).toBe(packageFile.version));
