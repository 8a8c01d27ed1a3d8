/** What the fly store does with flyctl; what it shares with other stores is in `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeFlyctl } from '../../helpers/doubles/flyctl.js';
import { type FakeEnd, type FakeRun, fakePrograms } from '../../helpers/fake-programs.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
let made = 0;

interface Parts {
  readonly spec?: string;
  readonly token?: string | Uint8Array | null;
  readonly variables?: Readonly<Record<string, string>>;
  readonly program?: (run: FakeRun) => FakeEnd | null;
}

async function world({ spec = 'fly://my-app', token = 'canary-token', variables = {}, program }: Parts = {}) {
  const flyctl = new FakeFlyctl(`${folder}/${made++}`);
  const programs = fakePrograms({ flyctl: (run) => program?.(run) ?? flyctl.run(run) });
  const store = await openStore(spec, {
    ...portsIn(folder, variables),
    programs,
    credential: async () => (token === null ? null : SecretValue.fromBytes(Buffer.from(token))),
  });
  const write = async (values: Readonly<Record<string, string>>, more: { readonly onlyIfAbsent?: true } = {}) =>
    store.write?.(
      Object.entries(values).map(([key, text]) => ({
        at: convention(key),
        value: SecretValue.fromText(text),
        ...more,
      })),
      CALL,
    );
  return { flyctl, programs, store, write, words: () => programs.runs.map((run) => run.words.join(' ')) };
}

describe('a write', () => {
  test('gives flyctl the value on its input, and nothing else is told', async () => {
    const { write, programs, words, flyctl } = await world();
    expect(await write({ A: 'two\nlines' })).toEqual([{ kind: 'written' }]);
    expect(words()).toEqual(['secrets set A=- --app my-app']);
    expect(programs.runs[0]?.input).toBe('two\nlines');
    expect([flyctl.value('A'), flyctl.deployed('A')]).toEqual(['two\nlines', 'two\nlines']);
  });

  test('of several restarts the machines once, after the last', async () => {
    const { write, words, flyctl } = await world({ spec: 'fly://my-app?detach=true' });
    await write({ A: '1', B: '2', C: '3' });
    expect(words()).toEqual([
      'secrets set A=- --app my-app --stage --detach',
      'secrets set B=- --app my-app --stage --detach',
      'secrets set C=- --app my-app --detach',
    ]);
    expect(['A', 'B', 'C'].map((name) => flyctl.deployed(name))).toEqual(['1', '2', '3']);
  });

  test('that is staged restarts nothing', async () => {
    const { write, words, flyctl } = await world({ spec: 'fly://my-app?stage=true' });
    await write({ A: '1', B: '2' });
    expect(words()).toEqual(['secrets set A=- --app my-app --stage', 'secrets set B=- --app my-app --stage']);
    expect([flyctl.value('B'), flyctl.deployed('B')]).toEqual(['2', null]);
  });

  test('is the last if a later one is refused', async () => {
    const { write, words, flyctl } = await world();
    expect(await write({ A: '1', B: ' 2' })).toMatchObject([{ kind: 'written' }, { failure: { kind: 'not-text' } }]);
    expect(words()).toEqual(['secrets set A=- --app my-app']);
    expect(flyctl.deployed('A')).toBe('1');
  });

  test('that fails last says how what was stored reaches the machines', async () => {
    const { write } = await world({
      program: ({ words }) => (words.includes('B=-') ? { status: 1, stderr: 'Error: no capacity\n' } : null),
    });
    expect(await write({ A: '1', B: '2' })).toEqual([
      { kind: 'written' },
      {
        kind: 'failed',
        failure: {
          kind: 'failed',
          detail: 'no capacity',
          help: 'what was stored before it reaches the machines with `flyctl secrets deploy --app my-app`',
        },
      },
    ]);
  });

  test('only where there is none asks once, and keeps what is there', async () => {
    const { write, words, flyctl } = await world();
    flyctl.put('A', 'theirs');
    expect(await write({ A: '1', B: '2' }, { onlyIfAbsent: true })).toMatchObject([
      { failure: { kind: 'conflict' } },
      { kind: 'written' },
    ]);
    expect(words()).toEqual(['secrets list --app my-app --json', 'secrets set B=- --app my-app']);
    expect(flyctl.value('A')).toBe('theirs');
  });

  test.each([
    [' a', 'not-text'],
    ['a\n', 'not-text'],
    ['a\u00a0', 'not-text'],
    ['a\u0085', 'not-text'],
    ['a\0b', 'not-text'],
    ['x'.repeat(65_537), 'unsupported'],
    [`${'x'.repeat(65_535)}é`, 'unsupported'],
  ])('of a value that flyctl would change or cut is refused: %#', async (text, kind) => {
    const { write, words } = await world();
    expect(await write({ A: text })).toMatchObject([{ failure: { kind } }]);
    expect(words()).toEqual([]);
  });

  test.each(['\ufeffa', 'x'.repeat(65_536), '-', 'a=b', '$(x) `y`', ''])(
    'of what it keeps is written: %#',
    async (text) => {
      const { write, flyctl } = await world();
      expect(await write({ A: text })).toEqual([{ kind: 'written' }]);
      expect(flyctl.value('A')).toBe(text);
    },
  );

  test('that takes too long may have succeeded, and nothing more is tried', async () => {
    const { write, words } = await world({ program: () => ({ kind: 'too late' }) });
    expect(await write({ A: '1', B: '2' })).toMatchObject([
      { failure: { kind: 'timeout', help: expect.stringContaining('may have succeeded') } },
      { failure: { kind: 'timeout' } },
    ]);
    expect(words()).toHaveLength(1);
  });
});

describe('a removal', () => {
  test('is one list and one process for all, and of nothing only the list', async () => {
    const { store, words, flyctl } = await world();
    flyctl.put('A', '1');
    flyctl.put('B', '2');
    const remove = async (...keys: readonly string[]) =>
      (await store.remove?.(keys.map(convention), CALL))?.map(({ kind }) => kind);
    expect(await remove('A', 'GONE', 'B')).toEqual(['removed', 'absent', 'removed']);
    expect(await remove('A')).toEqual(['absent']);
    expect(words()).toEqual([
      'secrets list --app my-app --json',
      'secrets unset A B --app my-app',
      'secrets list --app my-app --json',
    ]);
  });

  test('is not guessed where the list fails', async () => {
    const { store } = await world({ program: () => ({ status: 1, stderr: 'Error: gateway timeout' }) });
    expect(await store.remove?.([convention('A')], CALL)).toMatchObject([{ failure: { detail: 'gateway timeout' } }]);
  });
});

describe('names', () => {
  test.each(['', 'A=B', '-A', '--help', 'A\0'])(
    '%j is refused before a process, and by what asks before a prompt',
    async (item) => {
      const { store, words } = await world();
      const at: At = native(item);
      const value = SecretValue.fromText('x');
      expect(await store.write?.([{ at, value }], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
      expect(await store.remove?.([at], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
      expect(await store.read([at], CALL)).toMatchObject([
        { failure: { detail: expect.stringContaining('is not a name') } },
      ]);
      expect(await says(store).refusesWrite(at)).toContain('is not a name');
      expect(words()).toEqual([]);
    },
  );

  test.each([
    ['[{"Name":"A","Digest":"x"},{"Name":"B"}]', ['A', 'B']],
    ['[{"name":"A","digest":"x"}]', ['A']],
    ['[]', []],
    ['null', []],
    ['{}', 'malformed'],
    ['[{"Digest":"x"}]', 'malformed'],
    ['[null]', 'malformed'],
    ['', 'malformed'],
    ['NAME DIGEST', 'malformed'],
  ])('of the list %j are %j', async (stdout, expected) => {
    const { store } = await world({ program: () => ({ stdout }) });
    const answer = await store.list?.(CALL);
    expect(answer?.kind === 'listed' ? answer.entries.map(({ name }) => name) : answer?.failure.kind).toEqual(expected);
  });

  test('of a list that is cut off are none', async () => {
    const { store } = await world({ program: () => ({ stdout: '[]', isWhole: false }) });
    expect(await store.list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
  });
});

describe('signing in', () => {
  const variablesOf = ({ runs }: { readonly runs: readonly FakeRun[] }) =>
    ['FLY_API_TOKEN', 'FLY_ACCESS_TOKEN', 'CLOUDFLARE_API_TOKEN', 'LOG_LEVEL'].map((name) => runs[0]?.variable(name));
  const variables = {
    FLY_API_TOKEN: 'canary-a',
    FLY_ACCESS_TOKEN: 'canary-b',
    CLOUDFLARE_API_TOKEN: 'canary-c',
    LOG_LEVEL: 'debug',
  };

  test('flyctl gets the token that was chosen, and no other credential', async () => {
    const { store, programs } = await world({ variables, token: 'FlyV1 canary,token\n' });
    await store.list?.(CALL);
    expect(variablesOf(programs)).toEqual(['FlyV1 canary,token', null, null, null]);
  });

  test('without a token its own login is used', async () => {
    const { store, programs, flyctl } = await world({ variables: {}, token: null });
    expect(await store.list?.(CALL)).toMatchObject({
      failure: { kind: 'missing-credential', help: expect.stringContaining('`FLY_API_TOKEN`') },
    });
    flyctl.login();
    expect(await store.list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
    expect(variablesOf(programs)).toEqual([null, null, null, null]);
  });

  test.each(['', ' \n', 'a\nb', 'a\0b', 'é', Buffer.of(0xff)])(
    'the token %j is refused and not shown',
    async (token) => {
      const { store, words } = await world({ token });
      expect(await store.list?.(CALL)).toMatchObject({ kind: 'failed', failure: { kind: 'unsupported' } });
      expect(words()).toEqual([]);
    },
  );

  test('a refused token is denied, and the help names one that is enough', async () => {
    const { write, words } = await world({ token: 'canary-wrong' });
    const denied = {
      failure: { kind: 'denied', help: expect.stringContaining('`fly tokens create deploy -a my-app`') },
    };
    expect(await write({ A: '1', B: '2' })).toMatchObject([denied, denied]);
    expect(words()).toHaveLength(1);
  });

  test('an app that the token cannot see is named, and asked for once', async () => {
    const { write, words } = await world({ spec: 'fly://other' });
    const unknown = { failure: { kind: 'unsupported', detail: 'Could not find App "other"' } };
    expect(await write({ A: '1', B: '2' })).toMatchObject([unknown, unknown]);
    expect(words()).toHaveLength(1);
  });

  test.each([
    ['unreachable', 'Post "https://api.fly.io/graphql": dial tcp: lookup api.fly.io: no such host', undefined],
    ['timeout', 'Post "https://api.fly.io/graphql": net/http: TLS handshake timeout', /may have succeeded/],
    ['timeout', 'failed to set secrets: context deadline exceeded', /may have succeeded/],
  ])('without an answer nothing more is tried: %s', async (kind, said, help) => {
    const { write, words } = await world({ program: () => ({ status: 1, stderr: `Error: ${said}\n` }) });
    const failure = { kind, detail: said, ...(help && { help: expect.stringMatching(help) }) };
    expect(await write({ A: '1', B: '2' })).toMatchObject([{ failure }, { failure }]);
    expect(words()).toHaveLength(1);
  });

  test('what flyctl repeats of a value or the token is hidden', async () => {
    const { write } = await world({
      program: ({ input }) => ({ status: 1, stderr: `Error: cannot set ${input} with canary-token\n` }),
    });
    expect(await write({ A: 'canary-value' })).toMatchObject([
      { failure: { detail: 'cannot set [secret] with [secret]' } },
    ]);
  });

  test('what it prints elsewhere is quoted if it has no error', async () => {
    const { write } = await world({ program: () => ({ status: 1, stdout: 'no machine\n' }) });
    expect(await write({ A: '1' })).toMatchObject([{ failure: { detail: 'no machine' } }]);
  });
});

test('the program may be named in the environment', async () => {
  const { store, programs } = await world({ variables: { TOOL_FLYCTL_PATH: '/opt/fly/flyctl' } });
  expect(await store.list?.(CALL)).toMatchObject({
    failure: { kind: 'missing-program', detail: 'the program that `TOOL_FLYCTL_PATH` names was not found there' },
  });
  expect(programs.finds).toEqual(['/opt/fly/flyctl']);
  const relative = await world({ variables: { TOOL_FLYCTL_PATH: 'bin/flyctl' } });
  expect(await relative.store.list?.(CALL)).toMatchObject({
    failure: { kind: 'unsupported', help: 'write an absolute path' },
  });
  expect(relative.programs.finds).toEqual([]);
});
