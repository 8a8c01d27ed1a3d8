/**
 * The credential helper for Git with the real `git`, over HTTP from a server on loopback that asks: clones, fetches and pushes of several
 * hosts, paths and users, beside helpers of others, which must never be given a password of ours. `node test/stores/git.mjs COMMAND...`;
 * ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startGitServer } from './git/git-server.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { run } from './shared/tool.mjs';

const command = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-git-'));
const PASSWORDS = { 'team-a': 'alice:canary-of-a', 'team-b': 'bob:canary-of-b', open: 'ci:canary-of-all' };
let places = 0;

for (const path of ['team-a/app.git', 'team-a/other.git', 'team-b/app.git', 'open/app.git']) {
  const repository = join(root, 'served', path);
  execFileSync('git', ['init', '-q', '--bare', repository]);
  execFileSync('git', ['-C', repository, 'config', 'http.receivepack', 'true']);
}
const server = await startGitServer(join(root, 'served'), PASSWORDS);
const HOST = `http://127.0.0.1:${server.port}`;
const OTHER_NAME = `http://localhost:${server.port}`;

/** A home of its own, with the helper in the PATH as npm or a link of the executable puts it there. */
function openPlace({ inPath = true, variables = {} } = {}) {
  const at = join(root, `place-${places++}`);
  const [home, bin, work] = ['home', 'bin', 'work'].map((name) => join(at, name));
  for (const folder of [home, bin, work]) mkdirSync(folder, { recursive: true });
  const program = command.at(-1);
  const helper = program.endsWith('.js') ? join(dirname(program), 'git-credential-tool.js') : program;
  if (inPath) symlinkSync(helper, join(bin, 'git-credential-tool'));
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    TOOL_PROVIDER: 'dotenv:git.env',
    ...variables,
  };
  const at_work = (words, input, cwd = work) => run(words, { cwd, env, input });
  const tool = async (...words) => done(await at_work([...command, ...words]), words);
  const login = async (url, password, ...words) =>
    done(await at_work([...command, 'git', 'login', url, ...words], password), words);
  const git = (...words) => at_work(['git', ...words]);
  const config = () => readFileSync(join(home, '.gitconfig'), 'utf8');
  const plain = () =>
    existsSync(join(home, '.git-credentials')) ? readFileSync(join(home, '.git-credentials'), 'utf8') : '';
  return {
    at,
    home,
    work,
    run: at_work,
    tool,
    login,
    git,
    config,
    plain,
    write: (text) => writeFileSync(join(home, '.gitconfig'), text),
  };
}

function done(ran, words) {
  strictEqual(ran.status, 0, `${words.join(' ')}: ${ran.stderr}`);
  ok(!(ran.stdout + ran.stderr).includes('canary'), 'a password is shown');
  return ran;
}

const GLOBAL = ['--global', '--yes'];

const code = await runCasesInTurn({
  'a clone, a push and a fetch are answered; the helper `store` above ours is given nothing': async () => {
    const { write, tool, login, git, config, plain, work } = openPlace();
    const before = '[credential]\n\thelper = store\n';
    write(before);
    await tool('git', 'configure', '--url', HOST, '--username', 'ci', ...GLOBAL);
    match(config(), /helper = tool --url/u);
    await login(HOST, 'canary-of-all\n', '--username', 'ci');
    done(await git('clone', '-q', `${HOST}/open/app.git`), ['clone']);
    done(await git('-C', 'app', 'commit', '-q', '--allow-empty', '-m', 'x'), ['commit']);
    done(await git('-C', 'app', 'push', '-q', 'origin', 'HEAD'), ['push']);
    done(await git('-C', 'app', 'fetch', '-q'), ['fetch']);
    strictEqual(plain(), '');
    await tool('git', 'unconfigure', '--all', ...GLOBAL);
    strictEqual(config(), before);
    ok(!existsSync(join(work, '.git-credentials')));
  },
  'without the empty helper in front, `store` gets the password: the case above can fail': async () => {
    const { write, tool, login, git, config, plain } = openPlace();
    write('[credential]\n\thelper = store\n');
    await tool('git', 'configure', '--url', HOST, '--username', 'ci', ...GLOBAL);
    await login(HOST, 'canary-of-all', '--username', 'ci');
    write(config().replace('\thelper = \n', ''));
    done(await git('clone', '-q', `${HOST}/open/app.git`), ['clone']);
    match(plain(), /canary-of-all/u);
  },
  'helpers of included files and of the host above ours are given nothing either': async () => {
    const { write, home, tool, login, git, plain } = openPlace();
    writeFileSync(
      join(home, 'included'),
      `[credential]\n\thelper = store\n[credential "http://127.0.0.1"]\n\thelper = store\n`,
    );
    write(`[include]\n\tpath = included\n[credential "${HOST}/open"]\n\tusername = ci\n`);
    await tool('git', 'configure', '--url', HOST, ...GLOBAL);
    await login(HOST, 'canary-of-all');
    done(await git('clone', '-q', `${HOST}/open/app.git`), ['clone']);
    strictEqual(plain(), '');
  },
  'two paths and a host of one server have three users': async () => {
    const { tool, login, git } = openPlace();
    const users = [
      [`${HOST}/team-a`, 'alice', 'canary-of-a'],
      [`${HOST}/team-b`, 'bob', 'canary-of-b'],
      [HOST, 'ci', 'canary-of-all'],
    ];
    for (const [url, user, password] of users) {
      await tool('git', 'configure', '--url', url, '--username', user, ...GLOBAL);
      await login(url, password, '--username', user);
    }
    server.asked.length = 0;
    for (const path of ['team-a/app', 'team-b/app', 'open/app', 'team-a/other'])
      done(await git('clone', '-q', `${HOST}/${path}.git`, path.replace('/', '-')), ['clone', path]);
    deepStrictEqual(new Set(server.asked), new Set(['alice:canary-of-a', 'bob:canary-of-b', 'ci:canary-of-all']));
  },
  'another host, path or user is not answered': async () => {
    const { tool, login, git } = openPlace();
    await tool('git', 'configure', '--url', `${HOST}/team-a`, '--username', 'alice', ...GLOBAL);
    await login(`${HOST}/team-a`, 'canary-of-a', '--username', 'alice');
    server.asked.length = 0;
    for (const url of [
      `${HOST}/team-b/app.git`,
      `${HOST}/team-ab/app.git`,
      `${OTHER_NAME}/team-a/app.git`,
      `http://mallory@127.0.0.1:${server.port}/team-a/app.git`,
    ]) {
      const { status, stderr } = await git('clone', '-q', url, 'x');
      strictEqual(status, 128, url);
      ok(!stderr.includes('canary'));
    }
    // Git sends the name that its user wrote into the address, without a password.
    deepStrictEqual(
      server.asked.filter((sent) => sent !== 'mallory:'),
      [],
    );
  },
  'paths are matched however Git spells them': async () => {
    const { tool, login, run: start } = openPlace();
    for (const path of [
      'c++',
      '@team',
      'a%20b',
      'x:y',
      "o'neil",
      '%C3%A4',
      '[z]',
      '~user',
      '$(id)',
      '%3fq',
      'a;b,c=d&e',
    ]) {
      const url = `https://example.com/${path}`;
      await tool('git', 'configure', '--url', url, '--username', 'ci', ...GLOBAL);
      await login(url, `canary-${path}`, '--username', 'ci');
      const { stdout } = await start(['git', 'credential', 'fill'], `url=${url}/app.git\n\n`);
      ok(stdout.includes(`password=canary-${path}\n`), `${path}: ${stdout}`);
    }
  },
  'each user of a mail server has their own password, and so has a proxy': async () => {
    const { tool, login, run: start, config } = openPlace();
    const mail = 'smtp://mail.example.com:587';
    const users = ['alice', 'bob@example.com', 'zoë'];
    for (const user of users) {
      await tool('git', 'configure', '--url', mail, '--username', user, ...GLOBAL);
      await login(mail, `canary-of-${user}`, '--username', user);
    }
    const fill = async (...lines) => (await start(['git', 'credential', 'fill'], `${lines.join('\n')}\n\n`)).stdout;
    const asked = ['protocol=smtp', 'host=mail.example.com:587'];
    for (const user of users)
      ok((await fill(...asked, `username=${user}`)).includes(`username=${user}\npassword=canary-of-${user}\n`), user);
    ok((await fill(...asked)).includes('password=canary-of-alice\n'));
    strictEqual(await fill(...asked, 'username=mallory'), '');
    await tool('git', 'unconfigure', '--url', 'smtp://alice@mail.example.com:587', ...GLOBAL);
    strictEqual(await fill(...asked, 'username=alice'), '');
    match(await fill(...asked, 'username=zoë'), /canary-of-zoë/u);
    await tool('git', 'configure', '--url', 'socks5h://proxy.example:1080', '--username', 'ci', ...GLOBAL);
    await login('socks5h://proxy.example:1080', 'canary-of-proxy', '--username', 'ci');
    match(await fill('protocol=socks5h', 'host=proxy.example:1080'), /canary-of-proxy/u);
    match(config(), /zoë/u);
  },
  'a refused password stays stored': async () => {
    const { tool, login, git, home } = openPlace();
    await tool('git', 'configure', '--url', HOST, '--username', 'ci', ...GLOBAL);
    await login(HOST, 'canary-that-is-wrong', '--username', 'ci');
    strictEqual((await git('clone', '-q', `${HOST}/open/app.git`)).status, 128);
    match(readFileSync(join(home, '.config/tool/git.env'), 'utf8'), /canary-that-is-wrong/u);
  },
  'secrets of a manifest answer in a repository, its worktree and a bare one; the file is given back': async () => {
    const { work, git, at } = openPlace({ variables: { TOOL_PROVIDER: undefined, TOOL_FILE: '/nowhere.toml' } });
    const manifest = join(at, 'manifest.toml');
    writeFileSync(
      manifest,
      `[project]\nname = "shop"\nrevision = "1.0"\n[defaults]\nproviders = ["dotenv:.env"]\n[profiles.default]\nUSER = { description = "u" }\n` +
        `TOKEN = { description = "t" }\n[profiles.dev]\nTOKEN = { description = "t", default = "other" }\n`,
    );
    writeFileSync(join(at, '.env'), 'USER=alice\nTOKEN=canary-of-a\n');
    const words = ['--file', '../manifest.toml', '--token-secret', 'TOKEN', '--username-secret', 'USER'];
    for (const [folder, config] of [
      ['plain', '.git/config'],
      ['bare.git', 'config'],
    ]) {
      done(await git('init', '-q', ...(folder === 'bare.git' ? ['--bare'] : []), folder), ['init']);
      const before = readFileSync(join(work, folder, config), 'utf8');
      const here = join(work, folder);
      const inside = (...more) => run([...command, 'git', ...more], { cwd: here, env: envOf(at) });
      done(await inside('configure', '--url', HOST, '--file', '../../manifest.toml', ...words.slice(2)), ['configure']);
      done(await git('-C', folder, 'ls-remote', `${HOST}/team-a/app.git`), ['ls-remote']);
      if (folder === 'plain') {
        done(await git('-C', folder, 'commit', '-q', '--allow-empty', '-m', 'x'), ['commit']);
        done(await git('-C', folder, 'worktree', 'add', '-q', '../tree'), ['worktree']);
        done(await git('-C', 'tree', 'ls-remote', `${HOST}/team-a/app.git`), ['ls-remote']);
        const tree = await run([...command, 'git', 'unconfigure', '--all'], {
          cwd: join(work, 'tree'),
          env: envOf(at),
        });
        done(tree, ['unconfigure']);
      } else done(await inside('unconfigure', '--url', `${HOST}/`), ['unconfigure']);
      strictEqual(readFileSync(join(work, folder, config), 'utf8'), before);
    }
  },
  'without the helper in the PATH it is started by its path': async () => {
    const { tool, login, git, config } = openPlace({ inPath: false });
    await tool('git', 'configure', '--url', HOST, ...GLOBAL);
    match(config(), /helper = !?'?\//u);
    await login(HOST, 'canary-of-all', '--username', 'ci');
    done(await git('clone', '-q', `${HOST}/open/app.git`), ['clone']);
  },
  'each answer is in the audit log, with the host': async () => {
    const { tool, login, git, home } = openPlace();
    await tool('git', 'configure', '--url', HOST, '--username', 'ci', ...GLOBAL);
    await login(HOST, 'canary-of-all', '--username', 'ci');
    done(await git('clone', '-q', `${HOST}/open/app.git`), ['clone']);
    const log = readFileSync(join(home, '.local/state/tool/audit.log'), 'utf8');
    const records = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const read = records.filter(({ action }) => action === 'get');
    deepStrictEqual(
      read.map(({ outcome }) => outcome),
      ['found'],
    );
    deepStrictEqual(read[0].caller, { name: 'git', operation: 'credential_get', resource: `127.0.0.1:${server.port}` });
    ok(!log.includes('canary'));
  },
  'of ten that configure at once none spoils the file': async () => {
    const { run: start, config, write, tool } = openPlace();
    const before = '[user]\n\tname = x\n';
    write(before);
    const urls = Array.from({ length: 10 }, (_, index) => `https://h${index}.example`);
    const all = await Promise.all(urls.map((url) => start([...command, 'git', 'configure', '--url', url, ...GLOBAL])));
    const taken = urls.filter((_, index) => all[index].status === 0);
    for (const { status, stderr } of all) ok(status === 0 || stderr.includes('E1402'), stderr);
    ok(taken.length > 0);
    const written = [...config().matchAll(/^\[credential "(.*)"\]$/gmu)].map(([, url]) => url);
    deepStrictEqual([...written].sort(), taken.sort());
    await tool('git', 'unconfigure', '--all', ...GLOBAL);
    strictEqual(config(), before);
  },
});

function envOf(at) {
  return { PATH: `${join(at, 'bin')}:${process.env.PATH}`, HOME: join(at, 'home'), TOOL_FILE: '/nowhere.toml' };
}

server.close();
rmSync(root, { recursive: true, force: true });
process.exit(code);
