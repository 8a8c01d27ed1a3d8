/** What docs/ci/ gives to pipelines: a review and its comment by a real shell, git and curl, over doubles of three forges. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { TOOL_WORDS } from './helpers/tool-path.js';

const PATIENCE_MS = 60_000;
const RECIPES = fileURLToPath(new URL('../../docs/ci', import.meta.url));
const manifest = (value: string, more = '') => `[project]
name = "shop"
revision = "1.0"

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
PORT = { description = "Port of the server", default = "${value}" }
${more}`;

interface Note {
  readonly id: number;
  body: string;
  readonly author: string;
}
interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Comments of one pull request, as each of the forges spells them. `may`: what the token may. */
class Forge {
  readonly notes: Note[] = [];
  may: 'write' | 'read' | 'nothing' = 'write';
  readonly #kind: keyof typeof CHANGE;
  readonly #server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [status, answer] = this.#answer(request, body);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });

  constructor(kind: keyof typeof CHANGE) {
    this.#kind = kind;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer({ method, url = '', headers }: IncomingMessage, text: string): readonly [number, unknown] {
    const isKnown = headers.authorization === 'Bearer the-token' || headers['private-token'] === 'the-token';
    if (!isKnown || this.may === 'nothing') return [401, { message: 'Bad credentials' }];
    const { pathname, searchParams } = new URL(url, 'http://forge');
    if (pathname === '/user') return [200, { login: 'reviewer', username: 'reviewer' }];
    const shown = ({ id, body, author }: Note) => ({ id, body, user: { login: author }, author: { username: author } });
    if (method === 'GET') {
      const start = (Number(searchParams.get('page')) - 1) * 100;
      return [200, this.notes.slice(start, start + 100).map(shown)];
    }
    if (this.may === 'read') return [403, { message: 'Resource not accessible by integration' }];
    const { body }: { body: string } = JSON.parse(text);
    if (body.length > 65_536) return [422, { message: 'Body is too long' }];
    if (method === 'POST') {
      this.notes.push({ id: 1000 + this.notes.length, body, author: AUTHOR[this.#kind] });
      return [201, {}];
    }
    const note = this.notes.find(({ id }) => pathname.endsWith(`/${id}`));
    if (note === undefined || method !== CHANGE[this.#kind]) return [404, {}];
    note.body = body;
    return [200, {}];
  }
}
const CHANGE = { github: 'PATCH', forgejo: 'PATCH', gitlab: 'PUT' } as const;
const AUTHOR = { github: 'github-actions[bot]', forgejo: 'reviewer', gitlab: 'reviewer' } as const;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

let root: string;
let work: string;
let base: string;
let environment: Readonly<Record<string, string>>;

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-ci-'));
  work = join(root, 'work');
  for (const folder of [work, join(root, 'home')]) mkdirSync(folder);
  environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(root, 'home'),
    TOOL_COMMAND: TOOL_WORDS.join(' '),
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  };
  writeFileSync(join(work, 'manifest.toml'), manifest('8443'));
  git('init', '--quiet', '--initial-branch=main', '.');
  git('add', '.');
  git('commit', '--quiet', '--message=Start');
  base = git('rev-parse', 'HEAD').trim();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: work, env: environment, encoding: 'utf8' });
}

function run(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const [program = '', ...rest] = words;
  return new Promise((resolve) => {
    execFile(program, rest, { cwd: work, env: { ...environment, ...more } }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const review = (more: Readonly<Record<string, string>> = {}) =>
  run(['sh', join(RECIPES, 'review.sh'), base, join(root, 'review.md')], more);

describe('a review', () => {
  test(
    'passes without a change, and gives the hash of the plan',
    async () => {
      const { status, stdout } = await review();
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('The plan did not change.') });
      expect(readFileSync(join(root, 'review.md.hash'), 'utf8')).toMatch(/^sha256:[0-9a-f]{64}\n$/u);
    },
    PATIENCE_MS,
  );

  test(
    'fails from the severity that is given',
    async () => {
      writeFileSync(join(work, 'manifest.toml'), manifest('8443', 'TOKEN = { description = "Token" }\n'));
      const outcomes = [];
      for (const severity of ['danger', 'review', 'never']) outcomes.push((await review({ FAIL_ON: severity })).status);
      expect(outcomes).toEqual([0, 1, 0]);
      expect(readFileSync(join(root, 'review.md'), 'utf8')).toContain('TOKEN');
    },
    PATIENCE_MS,
  );

  test(
    'says what is wrong with the manifest, whatever it contains',
    async () => {
      writeFileSync(
        join(work, 'manifest.toml'),
        manifest('8443', 'TOKEN = { description = "```</details> @all", nonsense = 1 }\n'),
      );
      const { status, stdout } = await review();
      expect(status).toBe(2);
      expect(stdout).toContain('Findings in the manifest');
      expect(stdout.split('\n').filter((line) => line.startsWith('```````')).length).toBeGreaterThanOrEqual(2);
    },
    PATIENCE_MS,
  );

  test(
    'passes policies and limits on as they are written',
    async () => {
      const fake = join(root, 'fake');
      writeFileSync(
        fake,
        `#!/bin/sh\nfor word; do printf '[%s]' "$word"; done >> '${join(root, 'said')}'; echo >> '${join(root, 'said')}'\n[ "$2" != cost ]\n`,
        { mode: 0o755 },
      );
      const limits = { MAX_CALLS: '3', COST_PROFILE: 'live', COST_ASSUME: 'team=vault://kv\n=keyring' };
      const { status, stdout } = await review({
        TOOL_COMMAND: fake,
        LINT_POLICIES: 'a b.toml\n$(id).toml\n',
        ...limits,
      });
      expect(status).toBe(1);
      expect(stdout).toContain('What a run costs');
      const said = readFileSync(join(root, 'said'), 'utf8').split('\n');
      expect(said[0]).toBe('[lint][--policy][a b.toml][--policy][$(id).toml]');
      expect(said.at(-2)).toBe(
        '[plan][cost][--max-calls][3][--profile][live][--assume][team=vault://kv][--assume][=keyring]',
      );
    },
    PATIENCE_MS,
  );
});

describe.each(['github', 'forgejo', 'gitlab'] as const)('the comment on %s', (kind) => {
  let forge: Forge;
  let settings: Readonly<Record<string, string>>;
  beforeEach(async () => {
    forge = new Forge(kind);
    const address = await forge.listen();
    settings = {
      FORGE: kind,
      FORGE_API: address,
      FORGE_TOKEN: 'the-token',
      REPOSITORY: 'team/shop',
      PULL_REQUEST: '7',
    };
    writeFileSync(join(root, 'review.md'), '# First\n"quotes" `ticks` $(id) Ä\n');
  });
  afterEach(() => forge.close());
  const comment = (more: Readonly<Record<string, string>> = {}) =>
    run(['sh', join(RECIPES, 'comment.sh'), join(root, 'review.md')], { ...settings, ...more });

  test(
    'is written once and changed in place, beyond the first page too',
    async () => {
      for (let id = 1; id <= 150; id++) forge.notes.push({ id, body: `note ${id}`, author: 'somebody' });
      expect(await comment()).toEqual({ status: 0, stdout: 'comment written\n', stderr: '' });
      writeFileSync(join(root, 'review.md'), '# Second\n');
      expect(await comment()).toEqual({ status: 0, stdout: 'comment updated\n', stderr: '' });
      expect(forge.notes).toHaveLength(151);
      expect(forge.notes.at(-1)?.body).toBe('<!-- tool plan diff: manifest -->\n# Second\n');
      expect(await comment({ COMMENT_ID: 'services/api' })).toMatchObject({ stdout: 'comment written\n' });
    },
    PATIENCE_MS,
  );

  test(
    'keeps every character, and is never that of somebody else',
    async () => {
      forge.notes.push({ id: 1, body: '<!-- tool plan diff: manifest -->\nall is well', author: 'somebody' });
      await comment();
      expect(forge.notes.map(({ body }) => body)).toEqual([
        '<!-- tool plan diff: manifest -->\nall is well',
        '<!-- tool plan diff: manifest -->\n# First\n"quotes" `ticks` $(id) Ä\n',
      ]);
    },
    PATIENCE_MS,
  );

  test(
    'is left out where the token may not, which is no failure',
    async () => {
      forge.may = 'read';
      expect(await comment()).toMatchObject({ status: 0, stdout: 'no comment: the token may not (403)\n' });
      forge.may = 'nothing';
      expect(await comment()).toMatchObject({ status: 0, stdout: 'no comment: the token may not (401)\n' });
      expect(await comment({ FORGE_TOKEN: '' })).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('no token'),
      });
      expect(forge.notes).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'fails where the forge does',
    async () => {
      writeFileSync(join(root, 'review.md'), 'x'.repeat(70_000));
      expect(await comment()).toMatchObject({ status: 1, stderr: 'the comment was not written: 422\n' });
      expect(await comment({ PULL_REQUEST: '7/../../x' })).toMatchObject({ status: 2 });
    },
    PATIENCE_MS,
  );
});

describe('the action of GitHub', () => {
  const action: {
    runs: { steps: readonly { id?: string; if?: string; run?: string; env?: Record<string, string> }[] };
  } = parse(readFileSync(join(RECIPES, 'action.yml'), 'utf8'));

  /** Runs its steps, with what their expressions stand for. */
  async function act(values: Readonly<Record<string, string>>): Promise<readonly Outcome[]> {
    const [output, summary] = [join(root, 'output'), join(root, 'summary')];
    const outcomes: Outcome[] = [];
    for (const { run: script, env = {} } of action.runs.steps) {
      if (script === undefined) continue;
      const status = /^status=(\d+)$/mu.exec(textOr(output))?.[1] ?? '';
      const known: Record<string, string> = { ...values, 'steps.review.outputs.status': status };
      const filled = Object.fromEntries(
        Object.entries(env).map(([name, text]) => [
          name,
          text.replace(/\$\{\{ (.*?) \}\}/gu, (_, key) => known[key] ?? ''),
        ]),
      );
      expect(script).not.toContain('${{');
      const system = {
        GITHUB_ACTION_PATH: RECIPES,
        RUNNER_TEMP: root,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
      };
      outcomes.push(await run(['sh', '-e', '-c', script], { ...filled, ...system }));
    }
    return outcomes;
  }
  const textOr = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };

  test.each([
    ['a branch', 'write', ['comment written\n']],
    ['a fork, without secrets', 'read', ['no comment: the token may not (403)\n']],
  ] as const)(
    'in a pull request of %s',
    async (_, may, said) => {
      const forge = new Forge('github');
      forge.may = may;
      try {
        writeFileSync(
          join(work, 'manifest.toml'),
          manifest('8443', 'B = { description = "b", providers = ["pass"] }\n'),
        );
        const outcomes = await act({
          'inputs.tool': TOOL_WORDS.join(' '),
          ...{
            'inputs.manifest': 'manifest.toml',
            'inputs.base': base,
            'inputs.fail-on': 'danger',
            'inputs.token': 'the-token',
          },
          ...{
            'github.api_url': await forge.listen(),
            'github.repository': 'team/shop',
            'github.event.pull_request.number': '7',
          },
        });
        expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 1]);
        expect(outcomes.slice(1, 2).map(({ stdout }) => stdout)).toEqual(said);
        expect(textOr(join(root, 'summary'))).toContain('runs');
        expect(textOr(join(root, 'output'))).toMatch(/^hash=sha256:[0-9a-f]{64}\nstatus=1\n$/u);
        expect(forge.notes.length).toBe(may === 'write' ? 1 : 0);
      } finally {
        forge.close();
      }
    },
    PATIENCE_MS,
  );
});

describe('the hook of Git', () => {
  beforeEach(async () => {
    await run(['cp', join(RECIPES, 'pre-commit'), join(work, '.git/hooks/pre-commit')]);
  });
  const commit = () => run(['git', 'commit', '--quiet', '--message=Next']);

  test(
    'judges what is staged, and not the work tree',
    async () => {
      writeFileSync(join(work, 'manifest.toml'), manifest('8443', 'B = { nonsense = 1 }\n'));
      git('add', '.');
      writeFileSync(join(work, 'manifest.toml'), manifest('8443'));
      expect(await commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('E0203') });
      git('add', '.');
      writeFileSync(join(work, 'manifest.toml'), 'broken');
      writeFileSync(join(work, 'other'), 'x');
      git('add', 'other');
      expect(await commit()).toMatchObject({ status: 0 });
    },
    PATIENCE_MS,
  );

  test(
    'notices a committed plan that is out of date',
    async () => {
      await run([...TOOL_WORDS, 'plan', '--output', 'plan.json']);
      git('add', '.');
      expect(await commit()).toMatchObject({ status: 0 });
      writeFileSync(join(work, 'manifest.toml'), manifest('9000'));
      git('add', '.');
      expect(await commit()).toMatchObject({ status: 1 });
      await run([...TOOL_WORDS, 'plan', '--output', 'plan.json']);
      git('add', '.');
      expect(await commit()).toMatchObject({ status: 0 });
    },
    PATIENCE_MS,
  );
});

test('the pipelines of GitLab and Forgejo are YAML that names the scripts', () => {
  for (const name of ['gitlab.yml', 'forgejo.yml']) {
    const text = readFileSync(join(RECIPES, name), 'utf8');
    expect(parse(text)).toBeInstanceOf(Object);
    for (const script of ['docs/ci/review.sh', 'docs/ci/comment.sh']) expect(text).toContain(script);
  }
});
