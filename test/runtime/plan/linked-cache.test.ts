/** Linked plans that are kept: taken up while nothing has changed, and not a moment longer. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import type { Choice, LinkedPlan } from '#runtime/link/linked-plan.js';
import { keepLinked, type Linking, readLinked } from '#runtime/plan/linked-cache.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { cacheIn } from '../../helpers/cache-in.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const folder = temporaryFolder();
const cache = cacheIn(folder);
const [manifestPath, parentPath, configPath] = ['manifest.toml', 'parent.toml', 'config.toml'].map((name) =>
  join(folder, name),
) as [string, string, string];

const CHOICE: Choice = { profile: null, scope: null, override: null, only: null };
const LINKED: LinkedPlan = {
  project: 'demo',
  profile: 'default',
  scope: null,
  primaryStore: { text: 'dotenv' },
  stores: [],
  reads: [],
  finish: [],
  groups: [],
  scrub: [],
};
const KEPT = {
  hash: 'sha256:aa',
  powers: null,
  requireReason: 'agents',
  audit: NO_USER_CONFIG.audit,
  linked: LINKED,
} as const;

const linkingOf = (choice: Partial<Choice> = {}, name = 'manifest.toml'): Linking => ({
  manifest: { folder, name },
  planFile: null,
  configPath,
  choice: { ...CHOICE, ...choice },
});
const keep = (linking = linkingOf(), config: string | null = null) => {
  const bytesOf = (path: string) => readFileSync(path);
  const sources = [manifestPath, parentPath].map((path) => ({ path, bytes: bytesOf(path) }));
  const bytes = config === null ? null : Buffer.from(config);
  keepLinked(cache, linking, [...sources, { path: configPath, bytes }], KEPT);
};
const read = (linking = linkingOf()) => readLinked(cache, linking);

beforeEach(() => {
  rmSync(cache.path, { recursive: true, force: true });
  rmSync(configPath, { force: true });
  writeFileSync(manifestPath, 'manifest');
  writeFileSync(parentPath, 'parent');
});

test('what was kept is taken up', () => {
  keep();
  expect(read()).toEqual(KEPT);
});
test('nothing there', () => expect(read()).toBeNull());

test.each([
  ['the manifest', manifestPath],
  ['a parent', parentPath],
])('%s has changed', (_, path) => {
  keep();
  writeFileSync(path, 'changed!');
  expect(read()).toBeNull();
});
test('a parent is gone', () => {
  keep();
  rmSync(parentPath);
  expect(read()).toBeNull();
});
test('there is a user configuration now', () => {
  keep();
  writeFileSync(configPath, '');
  expect(read()).toBeNull();
});
test('the user configuration is the same, another, gone', () => {
  writeFileSync(configPath, 'config');
  keep(linkingOf(), 'config');
  expect(read()).toEqual(KEPT);
  writeFileSync(configPath, 'CONFIG');
  expect(read()).toBeNull();
  rmSync(configPath);
  expect(read()).toBeNull();
});
test.each<[string, Partial<Choice>]>([
  ['profile', { profile: 'production' }],
  ['scope', { scope: 'web' }],
])('another %s', (_, choice) => {
  keep();
  expect(read(linkingOf(choice))).toBeNull();
});
test('each profile and scope has its own', () => {
  keep(linkingOf({ profile: 'a' }));
  keep(linkingOf({ profile: 'b', scope: 'web' }));
  expect([read(linkingOf({ profile: 'a' })), read(linkingOf({ profile: 'b', scope: 'web' }))]).toEqual([KEPT, KEPT]);
});
test.each<[string, Partial<Choice>]>([
  ['an override', { override: 'dotenv://.env' }],
  ['single secrets', { only: ['A'] }],
])('%s: nothing is kept', (_, choice) => {
  keep(linkingOf(choice));
  keep();
  expect([readdirSync(join(cache.path, 'links')).length, read(linkingOf(choice))]).toEqual([1, null]);
});
test('a folder that cannot be written costs nothing', () => {
  const nowhere = cacheIn('/proc/nowhere');
  keepLinked(nowhere, linkingOf(), [], KEPT);
  expect(readLinked(nowhere, linkingOf())).toBeNull();
});
