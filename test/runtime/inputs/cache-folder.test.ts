/** Which folder counts as a cache: none that came with a repository, and none that another user can reach. */
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { cacheFolder, makeCacheFolder } from '#runtime/inputs/cache-folder.js';
import { configFile, homeFolder } from '#runtime/inputs/folders.js';
import { databaseHome } from '#runtime/inputs/password-database.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = realpathSync(temporaryFolder());
const isRoot = process.getuid?.() === 0;
const testAsRoot = isRoot ? test : test.skip;
const OTHER_USER = 12_345;

/** A user's home and a checkout in it, both new for each test. */
let home: string;
let checkout: string;
let count = 0;
beforeEach(() => {
  home = join(root, `home-${count++}`);
  checkout = join(home, 'src/checkout');
  makeFolder(checkout);
});

function makeFolder(path: string, mode = 0o755): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
}

/** A folder as a cache of ours would be. */
const plant = (base: string) => makeFolder(join(base, 'tool'), 0o700);
const versioned = (folder: string, name = '.git') => makeFolder(join(folder, name));
const found = (variables: Readonly<Record<string, string>> = {}, manifest = checkout) =>
  cacheFolder({ HOME: home, ...variables }, manifest);
const pathFound = (variables: Readonly<Record<string, string>> = {}, manifest = checkout) =>
  found(variables, manifest)?.path ?? null;
const ofHome = () => join(home, '.cache/tool');

describe('a cache of our own', () => {
  test('in the home', () => {
    plant(join(home, '.cache'));
    expect(found()).toEqual({ path: ofHome(), missing: [] });
  });
  test('where XDG_CACHE_HOME says', () => {
    plant(join(home, 'elsewhere'));
    expect(pathFound({ XDG_CACHE_HOME: join(home, 'elsewhere') })).toBe(join(home, 'elsewhere/tool'));
  });
  test('through links', () => {
    plant(join(home, 'disk'));
    symlinkSync(join(home, 'disk'), join(home, '.cache'));
    expect(pathFound()).toBe(join(home, 'disk/tool'));
  });
  test('outside of the home, with the manifest elsewhere', () => {
    plant(join(root, `cache-${count}`));
    const variables = { HOME: '/nonexistent', XDG_CACHE_HOME: join(root, `cache-${count}`) };
    expect(pathFound(variables, '/usr')).toBe(join(root, `cache-${count}`, 'tool'));
    expect(pathFound(variables)).toBeNull();
  });
});

describe('what is made', () => {
  test('two folders in a home, private', () => {
    const cache = found();
    expect(cache).toEqual({ path: ofHome(), missing: [dirname(ofHome()), ofHome()] });
    expect(cache && makeCacheFolder(cache)).toBe(true);
    expect([ofHome(), dirname(ofHome())].map((path) => lstatSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });
  test('one in a folder of caches', () => {
    makeFolder(join(home, '.cache'));
    expect(found()?.missing).toEqual([ofHome()]);
  });
  test.each([
    ['a home that does not exist', { HOME: join(root, 'nowhere') }],
    ['the home of Nix', { HOME: '/homeless-shelter' }],
    ['a file', { HOME: '/dev/null' }],
    ['a folder that is below none', { XDG_CACHE_HOME: join(root, 'nowhere/deep'), HOME: '/nonexistent' }],
  ])('nothing in %s', (_, variables) => {
    const before = readdirSync(root);
    expect(found(variables)).toBeNull();
    expect(readdirSync(root)).toEqual(before);
  });
  test('nothing where somebody else was first', () => {
    const cache = found();
    makeFolder(join(home, 'bait/tool'), 0o700);
    symlinkSync(join(home, 'bait'), join(home, '.cache'));
    expect(cache && makeCacheFolder(cache)).toBe(false);
  });
});

describe('a checkout', () => {
  test.each(['.git', '.hg', '.jj', '.svn'])('with %s, also as a file', (name) => {
    plant(join(home, 'a/.cache'));
    plant(join(home, 'b/.cache'));
    versioned(join(home, 'a'), name);
    writeFileSync(join(home, 'b', name), '');
    expect(pathFound({ XDG_CACHE_HOME: join(home, 'a/.cache') })).toBe(ofHome());
    expect(pathFound({ XDG_CACHE_HOME: join(home, 'b/.cache') })).toBe(ofHome());
  });
  test('XDG_CACHE_HOME=$PWD/.cache: the home serves', () => {
    versioned(checkout);
    plant(join(checkout, '.cache'));
    expect(pathFound({ XDG_CACHE_HOME: join(checkout, '.cache') })).toBe(ofHome());
  });
  test('HOME=$PWD: nothing does, and nothing is made', () => {
    versioned(checkout);
    expect(found({ HOME: checkout })).toBeNull();
    expect(found({ HOME: checkout }, makeFolder(join(checkout, 'service')))).toBeNull();
    plant(join(checkout, '.cache'));
    expect(found({ HOME: checkout })).toBeNull();
  });
  test('a link into it', () => {
    versioned(checkout);
    plant(join(checkout, 'planted'));
    symlinkSync(join(checkout, 'planted'), join(home, '.cache'));
    expect(found()).toBeNull();
  });
  test('a link of the tool alone into it', () => {
    versioned(checkout);
    makeFolder(join(home, '.cache'));
    symlinkSync(plant(checkout), ofHome());
    expect(found()).toBeNull();
  });
});

describe('an archive without traces of version control', () => {
  test('the folder of the manifest', () => {
    plant(join(checkout, '.cache'));
    expect(pathFound({ XDG_CACHE_HOME: join(checkout, '.cache') })).toBe(ofHome());
    expect(found({ HOME: checkout })).toBeNull();
  });
  test('a folder above it, below the home', () => {
    plant(join(home, 'src/.cache'));
    expect(pathFound({ XDG_CACHE_HOME: join(home, 'src/.cache') })).toBe(ofHome());
  });
  test('a manifest in the home itself', () => expect(found({}, home)).toBeNull());
  test('a manifest behind a link', () => {
    symlinkSync(checkout, join(root, `link-${count}`));
    plant(join(checkout, '.cache'));
    const variables = { XDG_CACHE_HOME: join(root, `link-${count}`, '.cache') };
    expect(pathFound(variables, join(root, `link-${count}`))).toBe(ofHome());
  });
});

describe('other people', () => {
  test.each([0o755, 0o750, 0o770, 0o500])('a cache of mode %o', (mode) => {
    chmodSync(plant(join(home, '.cache')), mode);
    expect(found()).toBeNull();
  });
  test.each(['', '.cache'])('everybody may write in ~/%s', (open) => {
    plant(join(home, '.cache'));
    chmodSync(join(home, open), 0o777);
    expect(found()).toBeNull();
  });
  test('nothing is made where everybody may write', () => {
    chmodSync(home, 0o777);
    expect(found()).toBeNull();
  });
  test('in a sticky folder they cannot take it away', () => {
    chmodSync(home, 0o1777);
    expect(pathFound()).toBe(ofHome());
  });
  test('a group of our own may write', () => {
    chownSync(home, process.getuid?.() ?? 0, process.getuid?.() ?? 0);
    chmodSync(home, 0o775);
    expect(pathFound()).toBe(ofHome());
  });
  testAsRoot('another group may not', () => {
    chownSync(home, 0, OTHER_USER);
    chmodSync(home, 0o775);
    expect(found()).toBeNull();
  });
  testAsRoot.each(['', '.cache', '.cache/tool'])('~/%s belongs to another user', (foreign) => {
    plant(join(home, '.cache'));
    chownSync(join(home, foreign), OTHER_USER, OTHER_USER);
    expect(found()).toBeNull();
  });
  testAsRoot('nothing is made in the home of another user', () => {
    chownSync(home, OTHER_USER, OTHER_USER);
    expect(found()).toBeNull();
  });
});

describe('variables that count as unset', () => {
  test.each(['', '.', 'relative', './x'])('HOME=%j', (value) => {
    expect(homeFolder({ HOME: value })).toBe(databaseHome());
  });
  test.each(['', '.cache', './.cache'])('XDG_CACHE_HOME=%j', (value) => {
    plant(join(checkout, '.cache'));
    expect(pathFound({ XDG_CACHE_HOME: value })).toBe(ofHome());
  });
  test.each(['', 'etc'])('XDG_CONFIG_HOME=%j', (value) =>
    expect(configFile({ HOME: home, XDG_CONFIG_HOME: value })).toBe(join(home, '.config/tool/config.toml')),
  );
});

test('a folder that went away since', () => {
  const cache = found();
  renameSync(home, `${home}-gone`);
  expect(cache && makeCacheFolder(cache)).toBe(false);
});
