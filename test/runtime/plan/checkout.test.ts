/** What belongs to the checkout of a manifest. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkoutOf } from '#runtime/plan/checkout.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(realpathSync(tmpdir()), 'tool-checkout-'));
  mkdirSync(join(top, 'repository/services/api'), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const isInside = (path: string, folder = 'repository/services/api') => checkoutOf(join(top, folder))(join(top, path));

test.each(['.git', '.hg', '.jj', '.svn'])('is below the nearest folder with %s', (mark) => {
  mkdirSync(join(top, 'repository', mark));
  expect(isInside('repository/shared/manifest.toml')).toBe(true);
  expect(isInside('repository/services/api/base.toml')).toBe(true);
  expect(isInside('elsewhere.toml')).toBe(false);
  expect(isInside('repository-of-others/manifest.toml')).toBe(false);
  mkdirSync(join(top, 'repository/services', mark));
  expect(isInside('repository/shared/manifest.toml')).toBe(false);
});

test('is the folder itself where nothing marks one', () => {
  expect(isInside('repository/services/api/sub/base.toml')).toBe(true);
  expect(isInside('repository/services/base.toml')).toBe(false);
});

test('is looked for where the folder truly is', () => {
  mkdirSync(join(top, 'repository/.git'));
  symlinkSync(join(top, 'repository/services'), join(top, 'link'));
  expect(isInside('repository/shared/manifest.toml', 'link/api')).toBe(true);
});
