/** Which claims are used, and who may have written them (semantics 16). */
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { claimFolders } from '#runtime/inputs/folders.js';
import { type ClaimFolders, claimOf } from '#runtime/providers/external/claim.js';
import { temporaryFolder } from '../../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

interface World {
  readonly folders: ClaimFolders;
  readonly claim: string;
  readonly program: string;
}

function world(content: unknown = {}): World {
  const home = join(root, `home${made++}`);
  const folders = { user: join(home, 'user'), system: join(home, 'system') };
  const program = join(home, 'bin', 'program');
  for (const folder of [folders.user, folders.system, join(home, 'bin')]) mkdirSync(folder, { recursive: true });
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const claim = join(folders.user, 'acme.tool.json');
  const text = typeof content === 'string' ? content : JSON.stringify({ executable: program, ...Object(content) });
  writeFileSync(claim, text);
  return { folders, claim, program };
}

const found = ({ folders }: World) => claimOf('acme', folders);
const problem = (made: World) => {
  const claim = found(made);
  return claim.kind === 'refused' ? { path: claim.fault.path, problem: claim.fault.problem } : claim.kind;
};

describe('content', () => {
  test('an executable, and variables', () =>
    expect(found(world({ environment: ['TOKEN', 'ACME_*'], other: 1 }))).toMatchObject({
      kind: 'claim',
      environment: ['TOKEN', 'ACME_*'],
    }));
  test.each([
    ['[]', 'is not a JSON object'],
    ['{', 'is not a JSON object'],
    ['{"executable": 1}', 'has no `executable`'],
    ['{"executable": "bin/x"}', 'has an `executable` that is not an absolute path'],
  ])('%s', (content, expected) => expect(problem(world(content))).toMatchObject({ problem: expected }));
  test.each(['', ' ', 'A=B', 'A*B', '*', 'A B', 1])('a variable %j', (name) =>
    expect(problem(world({ environment: ['GOOD', name] }))).toMatchObject({
      problem: expect.stringContaining('entry 2 of `environment`'),
    }),
  );
  test('at most 64 KiB', () =>
    expect(problem(world({ other: 'x'.repeat(70_000) }))).toMatchObject({ problem: 'is larger than 64 KiB' }));
});

describe('order', () => {
  test('the system answers where the user has none', () => {
    const made = world();
    rmSync(made.claim);
    writeFileSync(join(made.folders.system ?? '', 'acme.tool.json'), JSON.stringify({ executable: made.program }));
    expect(found(made)).toMatchObject({ kind: 'claim' });
  });
  test('a bad claim of the user is an error', () => {
    const made = world('{');
    writeFileSync(join(made.folders.system ?? '', 'acme.tool.json'), JSON.stringify({ executable: made.program }));
    expect(found(made)).toMatchObject({ kind: 'refused' });
  });
  test('none', () => {
    const made = world();
    rmSync(made.claim);
    expect(found(made)).toEqual({
      kind: 'none',
      paths: [made.claim, join(made.folders.system ?? '', 'acme.tool.json')],
    });
  });
});

describe('trust', () => {
  test.each([
    [0o664, 'is group-writable'],
    [0o646, 'is world-writable'],
  ])('a claim of mode %o', (mode, expected) => {
    const made = world();
    chmodSync(made.claim, mode);
    expect(problem(made)).toEqual({ path: made.claim, problem: expected });
  });
  test('a folder above the claim', () => {
    const made = world();
    chmodSync(dirname(made.claim), 0o777);
    expect(problem(made)).toEqual({ path: dirname(made.claim), problem: 'is world-writable' });
    chmodSync(dirname(made.claim), 0o1777);
    expect(problem(made)).toBe('claim');
  });
  test('an executable and the folder above it', () => {
    const made = world();
    chmodSync(made.program, 0o775);
    expect(problem(made)).toEqual({ path: made.program, problem: 'is group-writable' });
    chmodSync(made.program, 0o755);
    chmodSync(dirname(made.program), 0o775);
    expect(problem(made)).toEqual({ path: dirname(made.program), problem: 'is group-writable' });
  });
  test('an executable that is none', () => {
    const made = world();
    chmodSync(made.program, 0o644);
    expect(problem(made)).toEqual({ path: made.program, problem: 'is not executable' });
    rmSync(made.program);
    expect(problem(made)).toEqual({ path: made.program, problem: 'does not exist' });
    mkdirSync(made.program);
    expect(problem(made)).toEqual({ path: made.program, problem: 'is not a regular file' });
  });
  test('what is started is what was judged, wherever a link leads afterwards', () => {
    const made = world();
    const link = join(dirname(made.program), 'link');
    symlinkSync(made.program, link);
    writeFileSync(made.claim, JSON.stringify({ executable: link }));
    expect(found(made)).toMatchObject({ executable: link, program: made.program });
  });
  test('links lead to the executable, and not to the claim', () => {
    const made = world();
    const link = join(dirname(made.program), 'link');
    symlinkSync(made.program, link);
    writeFileSync(made.claim, JSON.stringify({ executable: link }));
    expect(problem(made)).toBe('claim');
    chmodSync(made.program, 0o757);
    expect(problem(made)).toEqual({ path: made.program, problem: 'is world-writable' });
    const other = join(dirname(made.claim), 'other.json');
    writeFileSync(other, JSON.stringify({ executable: made.program }));
    rmSync(made.claim);
    symlinkSync(other, made.claim);
    expect(problem(made)).toEqual({ path: made.claim, problem: 'is a symbolic link' });
  });
  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  asRoot('of another user', () => {
    const made = world();
    chownSync(made.claim, 12_345, 0);
    expect(problem(made)).toEqual({ path: made.claim, problem: 'belongs to user 12345' });
  });
});

describe('folders', () => {
  const user = (variables: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    claimFolders(variables, platform).user;
  test('a relative or empty variable counts as unset', () => {
    expect(user({ HOME: '/home/me', XDG_CONFIG_HOME: '/conf' })).toBe('/conf/tool/providers.d');
    for (const base of ['', 'conf']) {
      expect(user({ HOME: '/home/me', XDG_CONFIG_HOME: base })).toBe('/home/me/.config/tool/providers.d');
    }
  });
  test('of macOS', () =>
    expect(user({ HOME: '/Users/me' }, 'darwin')).toBe('/Users/me/Library/Application Support/Tool/providers.d'));
  test('of the system', () => expect(claimFolders({}, 'linux').system).toBe('/etc/tool/providers.d'));
});
