/** `tool scan` in real repositories: files, the index, the history, the hook; and no value in anything that it prints. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `[project]
name = "shop"
revision = "1.0"

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
API_KEY = { description = "Key" }
DB_USER = { description = "User", default = "shop-user" }
PORT = { description = "Port" }
NOTE = { description = "Note", required = false }

[profiles.production.defaults]
providers = ["dotenv://.env.{profile}"]

[profiles.production]
API_KEY = { description = "Key" }
`;
const KEY = 'canary-key-of-development';
const PRODUCTION_KEY = 'canary-key-of-production';

let world: CliWorld;
beforeEach(async () => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  world.write('.env', `API_KEY=${KEY}\nPORT=80\n`);
  world.write('.env.production', `API_KEY=${PRODUCTION_KEY}\nPORT=80\n`);
  world.write('.gitignore', '.env\nignored/\n');
  world.write('ignored/notes', KEY);
  world.write('src/clean.js', 'shop-user 80\n');
  const settings = 'git config user.name T && git config user.email t@example.com';
  await world.run(`git init --quiet && ${settings}`);
});
afterEach(() => world.remove());

async function scan(words: string) {
  const { stdout, stderr, status } = await world.run(`tool scan ${words}`);
  const [out, error] = [stdout.toString(), stderr.toString()];
  expect(out + error).not.toContain('canary-');
  return { status, lines: out.split('\n').filter((line) => /^\S+:\d+:\d+: /u.test(line)), out, error };
}
const git = async (words: string) => expect(await world.run(`git ${words}`)).toMatchObject({ status: 0 });
const commit = (name: string) => git(`add . && git commit --quiet --message=${name}`);

test('files of stores, ignored files, defaults and short values are no finding', async () => {
  const { status, lines, out } = await scan('');
  expect([status, lines]).toEqual([0, []]);
  expect(out).toContain('not looked for: PORT (default, production): too short');
  expect(out).toContain('not looked for: NOTE (default, production): no value here');
});

test('values of all profiles are found where they are, in text and binary files', async () => {
  world.write('src/a.js', `// é\n const key = "${KEY}"\n`);
  world.write('src/b.bin', Buffer.concat([Buffer.alloc(3), Buffer.from(PRODUCTION_KEY)]));
  const { status, lines } = await scan('');
  expect([status, lines]).toEqual([
    1,
    [
      'src/a.js:2:15: the value of API_KEY (default), as it is',
      'src/b.bin:1:4: the value of API_KEY (production), as it is',
    ],
  ]);
  expect(await scan('--profile default')).toMatchObject({ status: 1, lines: [lines[0]] });
  expect(await scan('src/b.bin')).toMatchObject({ status: 1, lines: [lines[1]] });
  expect(await scan('src/clean.js')).toMatchObject({ status: 0, lines: [] });
});

test('a file that is named is searched, also if git ignores it', async () => {
  expect(await scan('ignored/notes')).toMatchObject({
    status: 1,
    lines: [expect.stringContaining('ignored/notes:1:1')],
  });
});

test('a file of a store that git tracks is a finding', async () => {
  await git('add --force .env');
  expect(await scan('')).toMatchObject({ status: 1, lines: [expect.stringMatching(/^\.env:1:9: /u)] });
});

test('a link is not followed', async () => {
  await world.run('ln -s ignored/notes link; ln -s ignored folder-link');
  expect(await scan('')).toMatchObject({ status: 0, lines: [] });
});

test('without a repository all files are searched', async () => {
  await world.run('rm -rf .git');
  expect(await scan('')).toMatchObject({ status: 1, lines: [expect.stringContaining('ignored/notes:1:1')] });
});

test('a repository in the repository has its own files', async () => {
  world.write('inner/kept', KEY);
  world.write('inner/dropped', KEY);
  world.write('inner/.gitignore', 'dropped\n');
  await world.run('cd inner && git init --quiet');
  expect(await scan('')).toMatchObject({ status: 1, lines: [expect.stringContaining('inner/kept:1:1')] });
});

test('the index is searched, not the work tree', async () => {
  world.write('src/a.js', KEY);
  await git('add src/a.js');
  world.write('src/a.js', 'gone');
  world.write('src/b.js', KEY);
  expect(await scan('--staged')).toMatchObject({ status: 1, lines: [expect.stringContaining('src/a.js:1:1')] });
  expect(await scan('--staged src/b.js')).toMatchObject({ status: 0, lines: [] });
});

test('the history is searched, each content once, with the commit that brought it', async () => {
  await git('add .gitignore manifest.toml src && git commit --quiet --message=clean');
  world.write('src/a.js', `x ${KEY}`);
  world.write('src/copy.js', `x ${KEY}`);
  await git('add src && git commit --quiet --message=leak');
  const leak = `${(await world.run('git rev-parse HEAD')).stdout}`.slice(0, 12);
  await git('rm --quiet src/a.js src/copy.js && git commit --quiet --message=removed');
  const found = `src/a.js:1:3: the value of API_KEY (default), as it is, since commit ${leak}`;
  expect(await scan('')).toMatchObject({ status: 0 });
  expect(await scan('--history')).toMatchObject({ status: 1, lines: [found] });
  expect(await scan('--history HEAD~2..HEAD~1')).toMatchObject({ status: 1, lines: [found] });
  expect(await scan('--history HEAD~1..HEAD')).toMatchObject({ status: 0, lines: [] });
  expect(await scan('--history src/clean.js')).toMatchObject({ status: 0, lines: [] });
});

test.each([
  ['--history v0..v1', 'E1231'],
  ['nowhere', '`nowhere` does not exist'],
  ['--staged --history', 'cannot be used together'],
  ['--profile nope', 'nope'],
])('trouble is 2: %s', async (words, said) => {
  await commit('first');
  const { status, error } = await scan(words);
  expect([status, error]).toEqual([2, expect.stringContaining(said)]);
});

test('outside of a repository there is no index', async () => {
  await world.run('rm -rf .git');
  expect(await scan('--staged')).toMatchObject({ status: 2, error: expect.stringContaining('E1231') });
});

test('a store that fails is said, and the others are looked for', async () => {
  await world.run('rm .env && mkdir .env');
  world.write('src/a.js', `${KEY} ${PRODUCTION_KEY}`);
  const { status, lines, out } = await scan('');
  expect([status, lines]).toEqual([1, [expect.stringContaining('API_KEY (production)')]]);
  expect(out).toMatch(/not looked for: .*API_KEY \(default\).*: the store failed/u);
});

test('where nothing can be looked for, that nothing is found means nothing', async () => {
  await world.run('rm .env .env.production');
  expect(await scan('')).toMatchObject({ status: 2, error: expect.stringContaining('E1233') });
});

test('the configuration of a repository starts nothing', async () => {
  world.write('program', '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n');
  chmodSync(join(world.work, 'program'), 0o755);
  await commit('first');
  for (const name of [
    'core.fsmonitor',
    'core.hooksPath',
    'core.pager',
    'core.sshCommand',
    'diff.external',
    'filter.x.clean',
  ])
    await git(`config ${name} "$PWD/program"`);
  world.write('.gitattributes', '* filter=x diff=x\n');
  for (const words of ['', '--staged', '--history']) await scan(words);
  expect(existsSync(join(world.work, 'ran'))).toBe(false);
});

test('the other forms have the same places', async () => {
  world.write('src/a.js', ` ${Buffer.from(KEY).toString('base64')}\n`);
  const { findings } = JSON.parse((await scan('--format json')).out);
  expect(findings).toMatchObject([{ file: 'src/a.js', line: 1, column: 2, offset: 1, commit: null, form: 'base64' }]);
  const [result] = JSON.parse((await scan('--format sarif')).out).runs[0].results;
  expect(result.locations[0].physicalLocation).toMatchObject({ region: { startLine: 1, startColumn: 2 } });
  expect((await scan('--format github')).out).toContain('::error file=src/a.js,line=1,col=2,');
});

const HOOK = '.git/hooks/pre-commit';
const hook = () => readFileSync(join(world.work, HOOK), 'utf8');

test('the hook refuses a commit with a value, and lets others pass', async () => {
  expect(await scan('--install-hook')).toMatchObject({ status: 0 });
  await git('add .gitignore manifest.toml src && git commit --quiet --message=clean');
  world.write('src/a.js', KEY);
  const refused = await world.run('git add src/a.js && git commit --message=leak');
  expect([refused.status, `${refused.stdout}${refused.stderr}`]).toEqual([1, expect.stringContaining('src/a.js:1:1')]);
  await git('reset --quiet && git commit --quiet --allow-empty --message=next');
});

test('a hook that is there runs afterwards, and is back to the byte when ours is removed', async () => {
  const previous = '#!/bin/sh\necho "mine: $#" >>ran\n# \xff\n';
  writeFileSync(join(world.work, HOOK), previous, { encoding: 'latin1', mode: 0o751 });
  chmodSync(join(world.work, HOOK), 0o751);
  expect(await scan('--install-hook')).toMatchObject({ out: expect.stringContaining('is kept') });
  expect(await scan('--install-hook')).toMatchObject({ out: expect.stringContaining('already') });
  await git('add .gitignore manifest.toml src && git commit --quiet --message=clean');
  expect(readFileSync(join(world.work, 'ran'), 'utf8')).toBe('mine: 0\n');
  expect(await scan('--uninstall-hook')).toMatchObject({ out: expect.stringContaining('is back') });
  expect(readFileSync(join(world.work, HOOK), 'latin1')).toBe(previous);
  expect(`${(await world.run(`stat -c %a ${HOOK}; ls .git/hooks | grep -v sample`)).stdout}`).toBe('751\npre-commit\n');
  expect(await scan('--uninstall-hook')).toMatchObject({ status: 0, out: expect.stringContaining('does not run') });
});

test('one hook serves several manifests, each removed alone', async () => {
  world.write('api/manifest.toml', MANIFEST);
  await scan('--install-hook');
  await scan('--install-hook --file api/manifest.toml');
  expect(hook()).toContain('search ./manifest.toml\nsearch ./api/manifest.toml\n');
  await scan('--uninstall-hook');
  expect(hook()).not.toContain('search ./manifest.toml\n');
  await scan('--uninstall-hook --file api/manifest.toml');
  expect(existsSync(join(world.work, HOOK))).toBe(false);
});

test('`core.hooksPath` of the repository is used, that of the user and of Husky are left alone', async () => {
  await git('config core.hooksPath my-hooks');
  await scan('--install-hook');
  expect(existsSync(join(world.work, 'my-hooks/pre-commit'))).toBe(true);
  await git('config core.hooksPath .husky/_');
  expect(await scan('--install-hook')).toMatchObject({
    status: 2,
    error: expect.stringContaining('.husky/pre-commit'),
  });
  await git('config --unset core.hooksPath && git config --global core.hooksPath "$HOME/hooks"');
  expect(await scan('--install-hook')).toMatchObject({ status: 2, error: expect.stringContaining('all repositories') });
});
