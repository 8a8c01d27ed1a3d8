/** A side of `plan diff` read from git: what was committed, whatever the work tree, the index and the configuration say. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operandOf } from '#runtime/plan/plan-operand.js';
import { sideOf } from '#runtime/plan/plan-side.js';
import type { Side } from '#runtime/plan/side.js';
import { own } from '#schemas/named.js';
import { planOfText } from '../../helpers/generated-manifest.js';

const root = mkdtempSync(join(tmpdir(), 'git-side-'));
const repository = join(root, 'repository');
const ran = join(root, 'ran');
const manifest = (value: string, lines = '') =>
  `[project]\nname = "x"\nrevision = "1.0"\n${lines}[profiles.default]\nA = { description = "a", default = "${value}" }\n`;

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString();
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
};

beforeAll(() => {
  mkdirSync(repository);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'uploadpack.allowFilter', 'true');
  put('manifest.toml', manifest('first'));
  put('services/api/manifest.toml', manifest('api', 'extends = ["../../base", "../base.toml"]\n'));
  put(
    'services/base.toml',
    '[project]\nname = "b"\nrevision = "1.0"\n[profiles.default]\nB = { description = "b", default = "committed" }\n',
  );
  put(
    'base/manifest.toml',
    '[project]\nname = "b"\nrevision = "1.0"\n[profiles.default]\nC = { description = "c", default = "c" }\n',
  );
  put('not text/manifest.toml', 'x');
  writeFileSync(join(repository, 'not text/manifest.toml'), Uint8Array.of(0xff, 0xfe));
  put('circle/manifest.toml', manifest('x', 'extends = ["again"]\n'));
  symlinkSync('.', join(repository, 'circle/again'));
  put('outside/manifest.toml', manifest('x', 'extends = ["../../elsewhere"]\n'));
  symlinkSync('base', join(repository, 'linked'));
  symlinkSync('/etc', join(repository, 'absolute'));
  symlinkSync('loop', join(repository, 'loop'));
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  put('manifest.toml', manifest('second'));
  git('commit', '--quiet', '--all', '--message=second: with a colon');
  put('manifest.toml', manifest('staged'));
  git('add', '.');
  put('services/base.toml', 'broken [');
  put('manifest.toml', 'broken [');
  // All that a repository can have run without being asked.
  const program = join(root, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
    'core.editor',
    'filter.f.smudge',
    'filter.f.process',
    'diff.d.textconv',
    'alias.cat-file',
    'credential.helper',
    'core.hooksPath',
  ])
    git('config', key, key === 'alias.cat-file' ? `!${program}` : program);
  put('.gitattributes', '* filter=f diff=d\n');
});
afterAll(() => rmSync(root, { recursive: true }));

const circumstances = { variables: process.env, workingFolder: repository, cacheFor: () => null, called: null };
function side(text: string, other = '.', workingFolder = repository): Promise<Side> {
  return sideOf(operandOf(text, workingFolder), text, operandOf(other, workingFolder), {
    ...circumstances,
    workingFolder,
  });
}
async function defaultOf(secret: string, text: string, other = '.', workingFolder = repository): Promise<string> {
  const found = await side(text, other, workingFolder);
  if (found.kind === 'trouble') return `${found.problem}${found.diagnostics.map(({ code }) => ` ${code}`).join('')}`;
  if (found.kind === 'no manifest') return `has no manifest at ${found.path}`;
  const source = own(found.plan.secrets, secret)?.[0]?.source;
  return source?.kind === 'stored' && source.whenMissing.kind === 'default' ? source.whenMissing.text : 'none';
}

describe('what was committed', () => {
  test.each([
    ['a branch', 'main', 'second'],
    ['an ancestor', 'main~1', 'first'],
    ['a commit found by its message', 'HEAD^{/first}', 'first'],
    ['a message with a colon', 'HEAD^{/second: with}:manifest.toml', 'second'],
    ['a folder', 'main:services/api', 'api'],
    ['the root', 'main:', 'second'],
  ])('%s', async (_, text, value) => expect(await defaultOf('A', text)).toBe(value));

  test('parents as they were committed', async () => {
    expect(await defaultOf('B', 'main:services/api')).toBe('committed');
    expect(await defaultOf('C', 'main:services/api')).toBe('c');
  });
  test('through a link in the tree', async () => expect(await defaultOf('C', 'main:linked')).toBe('c'));
  test('a revision alone means the manifest of the other side', async () =>
    expect(await defaultOf('A', 'main', 'services/api')).toBe('api'));
  test('or the path of the other revision', async () =>
    expect(await defaultOf('A', 'main', 'main~1:services/api')).toBe('api'));
  test('from a folder below the root', async () =>
    expect(await defaultOf('A', 'main:./', '.', join(repository, 'services/api'))).toBe('api'));
  test('the same hash as from text', async () => {
    const found = await side('main~1');
    const plan = await planOfText(manifest('first'));
    expect(found.kind === 'plan' && found.plan).toEqual(plan);
  });
});

describe('what cannot be had', () => {
  test.each([
    ['no such revision', 'nowhere', 'is neither a file nor a known git revision'],
    ['nothing at the path', 'main:nowhere', 'has no manifest at nowhere'],
    ['a folder without manifest', 'main:services', 'has no manifest at services/manifest.toml'],
    ['bytes that are no text', 'main:not text', 'does not compile E0102'],
    ['a circle through a link', 'main:circle', 'does not compile E0303'],
    ['a parent outside of the repository', 'main:outside', 'does not compile E0302'],
    [
      'a link that leads outside',
      'main:absolute/passwd',
      'cannot be read at `absolute/passwd`: a link leads outside the repository',
    ],
    ['a link to itself', 'main:loop', 'cannot be read at `loop`: too many levels of symbolic links'],
    ['a path above the root', 'main:../x', 'cannot be read at `../x`: it is outside the repository'],
    ['two questions in one', 'main\nmain', 'is neither a file nor a known git revision'],
    ['an option', '--help', 'is not a file, and a revision cannot start with `-`'],
    ['the index', ':manifest.toml', 'names neither a file nor a revision'],
    ['nothing', '', 'names neither a file nor a revision'],
  ])('%s', async (_, text, problem) => expect(await defaultOf('A', text)).toBe(problem));

  test('no repository', async () => expect(await defaultOf('A', 'main', '.', root)).toBe('cannot be looked up in git'));
});

describe('the command that would bring a revision', () => {
  const fetchOf = async (text: string, workingFolder: string) => {
    const found = await side(text, '.', workingFolder);
    return found.kind === 'trouble' ? found.fetch : found.kind;
  };
  const clone = join(root, 'shallow');
  beforeAll(() => {
    execFileSync('git', ['clone', '--quiet', '--no-checkout', '--depth=1', `file://${repository}`, clone], {
      stdio: 'ignore',
    });
  });
  test.each([
    ['a branch', 'release', 'git fetch origin release:release'],
    ['a branch of the remote', 'origin/release', 'git fetch origin release:refs/remotes/origin/release'],
    ['a commit', 'a'.repeat(40), `git fetch origin ${'a'.repeat(40)}`],
    ['an ancestor of what is not here', 'release~1', 'git fetch origin release:release'],
    ['history that a shallow clone leaves out', 'main~1', 'git fetch --unshallow'],
    ['what no branch is called', "x'; rm -rf", null],
    ['an ancestor of HEAD', 'HEAD~7', null],
  ])('%s', async (_, text, command) => expect(await fetchOf(text, clone)).toBe(command));
  test('nothing to fetch from', async () => expect(await fetchOf('release', repository)).toBeNull());
});

test('an existing path comes before a revision of that name', async () => {
  put('main', 'x');
  try {
    expect(operandOf('main', repository).kind).toBe('manifest');
  } finally {
    unlinkSync(join(repository, 'main'));
  }
});

test('work tree and index stay as they are, and no program of the configuration runs', async () => {
  const index = () => readFileSync(join(repository, '.git/index'));
  const before = index();
  rmSync(ran, { force: true });
  await Promise.all([side('main'), side('main:services/api'), side('nowhere')]);
  expect(existsSync(ran)).toBe(false);
  expect(index().equals(before)).toBe(true);
  expect(readFileSync(join(repository, 'manifest.toml'), 'utf8')).toBe('broken [');
});

test('what a partial clone lacks is not fetched', async () => {
  const clone = join(root, 'clone');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${repository}`, clone], {
    stdio: 'ignore',
  });
  execFileSync('git', ['config', 'remote.origin.uploadpack', join(root, 'program')], { cwd: clone });
  execFileSync('git', ['config', 'protocol.file.allow', 'always'], { cwd: clone });
  rmSync(ran, { force: true });
  const found = await side('HEAD:services/api', '.', clone);
  expect([found.kind, existsSync(ran)]).toEqual(['trouble', false]);
});

test('an object that a damaged repository lacks is not taken for a missing manifest', async () => {
  const damaged = join(root, 'damaged');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', '--no-hardlinks', '--local', repository, damaged], {
    stdio: 'ignore',
  });
  for (const name of ['main:manifest.toml', 'main:services']) {
    const oid = git('rev-parse', name).trim();
    rmSync(join(damaged, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    const [, path = ''] = name.split(':');
    expect(await defaultOf('A', `HEAD:${path}`, '.', damaged)).toBe(
      `cannot be read: the repository lacks the object \`${oid}\``,
    );
  }
});
