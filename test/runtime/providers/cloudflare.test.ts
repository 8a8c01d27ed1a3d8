/** What the cloudflare store does that other HTTP stores do not; the rest is in `test/http-stores.test.ts` and `test/contract/`. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { FakeCloudflare } from '../../helpers/doubles/cloudflare.js';
import { type FakeRequest, type FakeResponse, fakeHttp } from '../../helpers/fake-http.js';
import { type FakeEnd, type FakeRun, fakePrograms } from '../../helpers/fake-programs.js';
import { CALL, convention, native, openSpec, openStore, portsIn, says } from './open-store.js';

let cloudflare = new FakeCloudflare();
beforeEach(() => {
  cloudflare = new FakeCloudflare();
  cloudflare.put('HELD', 'canary-held');
});

interface Parts {
  readonly spec?: string;
  readonly token?: string | null;
  readonly variables?: Readonly<Record<string, string>>;
  readonly wrangler?: (run: FakeRun) => FakeEnd;
  readonly answer?: (request: FakeRequest) => FakeResponse;
}
const SPEC = 'cloudflare://store?account_id=acct';
const PATH = '/client/v4/accounts/acct/secrets_store/stores/store/secrets';

async function world({ spec = SPEC, token = 'canary-token', variables = {}, wrangler, answer }: Parts = {}) {
  const sent: FakeRequest[] = [];
  const fake = fakeHttp((request) => {
    sent.push(request);
    return answer?.(request) ?? cloudflare.answer(request);
  });
  const programs = fakePrograms(wrangler === undefined ? {} : { wrangler });
  const store = await openStore(spec, {
    ...portsIn('/nowhere', variables),
    http: fake.http,
    programs,
    credential: async () => (token === null ? null : SecretValue.fromText(token)),
  });
  const write = async (
    values: Readonly<Record<string, string | Uint8Array>>,
    more: { readonly onlyIfAbsent?: true } = {},
  ) =>
    store.write?.(
      Object.entries(values).map(([key, text]) => ({
        at: convention(key),
        value: SecretValue.fromBytes(Buffer.from(text)),
        ...more,
      })),
      CALL,
    );
  const remove = async (...keys: readonly string[]) => store.remove?.(keys.map(convention), CALL);
  return { store, write, remove, programs, fake, sent, asked: () => fake.asked.map((one) => one.replace(PATH, '')) };
}

const WRITTEN = { kind: 'written' };

describe('a write', () => {
  test('of one secret searches for it: an exact name is replaced, with its scopes', async () => {
    const { write, asked, sent } = await world({ spec: `${SPEC}&scopes=access,workers,access` });
    cloudflare.put('HELD_TOO', 'x');
    expect(await write({ HELD: 'new' })).toEqual([WRITTEN]);
    expect(asked()).toEqual(['GET ?page=1&per_page=100&search=HELD', 'PATCH /id-1']);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({ scopes: ['access', 'workers'], value: 'new' });
    expect([cloudflare.value('HELD'), cloudflare.scopes('HELD'), cloudflare.value('HELD_TOO')]).toEqual([
      'new',
      ['access', 'workers'],
      'x',
    ]);
  });

  test('of a new one creates it', async () => {
    const { write, asked, sent } = await world();
    expect(await write({ HEL: 'new' })).toEqual([WRITTEN]);
    expect(asked()).toEqual(['GET ?page=1&per_page=100&search=HEL', 'POST ']);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual([{ name: 'HEL', scopes: ['workers'], value: 'new' }]);
  });

  test('of several lists the store once', async () => {
    const { write, asked } = await world();
    expect(await write({ HELD: 'a', NEW: 'b', TOO: 'c' })).toEqual([WRITTEN, WRITTEN, WRITTEN]);
    expect(asked()).toEqual(['GET ?page=1&per_page=100', 'PATCH /id-1', 'POST ', 'POST ']);
  });

  test('only where there is none asks nothing first', async () => {
    const { write, asked } = await world();
    expect(await write({ HELD: 'a', NEW: 'b' }, { onlyIfAbsent: true })).toMatchObject([
      { failure: { kind: 'conflict' } },
      WRITTEN,
    ]);
    expect(asked()).toEqual(['POST ', 'POST ']);
    expect([cloudflare.value('HELD'), cloudflare.value('NEW')]).toEqual(['canary-held', 'b']);
  });

  test('that finds another writer at its create replaces what that one stored', async () => {
    const { write, asked } = await world();
    cloudflare.meanwhile = () => cloudflare.put('NEW', 'theirs');
    expect(await write({ NEW: 'ours' })).toEqual([WRITTEN]);
    expect(asked().map((one) => one.split(' ')[0])).toEqual(['GET', 'POST', 'GET', 'PATCH']);
    expect(cloudflare.value('NEW')).toBe('ours');
  });

  test('of a name that is there twice, or was deleted', async () => {
    const { write, remove } = await world();
    cloudflare.put('TWICE', 'a');
    cloudflare.put('TWICE', 'b');
    cloudflare.put('GONE', 'c', 'deleted');
    const twice = { failure: { kind: 'failed', detail: 'the store has 2 secrets `TWICE`' } };
    expect(await write({ TWICE: 'x', GONE: 'new' })).toMatchObject([twice, WRITTEN]);
    expect(cloudflare.value('GONE')).toBe('new');
    expect(await remove('TWICE', 'GONE', 'GONE')).toMatchObject([twice, { kind: 'removed' }, { kind: 'removed' }]);
  });

  test.each<[string | Uint8Array, string | null]>([
    ['', 'unsupported'],
    ['x'.repeat(65_536), null],
    ['x'.repeat(65_537), 'unsupported'],
    ['é'.repeat(32_769), 'unsupported'],
    [Uint8Array.of(0xff), 'not-text'],
    [' two\nlines\0\u{1f600}\n', null],
  ])('of a value is kept as it is, or refused before a request: %#', async (value, kind) => {
    const { write, sent } = await world();
    const [answer] = (await write({ NEW: value })) ?? [];
    expect(answer).toMatchObject(kind === null ? WRITTEN : { failure: { kind } });
    if (kind === null) expect(cloudflare.value('NEW')).toBe(value);
    else expect(sent).toEqual([]);
  });

  test('that the API refuses is reported by its code, and never in its words, which may hold the value', async () => {
    const refusal = { success: false, errors: [{ code: 1005, message: 'no: canary-new' }], result: null };
    const { write } = await world({
      answer: (request) => (request.method === 'GET' ? cloudflare.answer(request) : { status: 400, body: refusal }),
    });
    expect(await write({ NEW: 'canary-new' })).toEqual([
      { kind: 'failed', failure: { kind: 'failed', detail: 'Cloudflare answered with status 400 (code 1005)' } },
    ]);
  });

  test('needs success in the answer, not only a good status', async () => {
    for (const body of [
      { success: false, errors: [], result: [] },
      { result: [] },
      { success: true, result: null },
      {},
    ]) {
      const { write } = await world({
        answer: (request) => (request.method === 'GET' ? cloudflare.answer(request) : { status: 200, body }),
      });
      expect(await write({ NEW: 'x' })).toMatchObject([{ failure: { kind: 'malformed' } }]);
    }
  });
});

describe('a removal', () => {
  test('is a list and a request for each that is there', async () => {
    const { remove, asked } = await world();
    cloudflare.put('TOO', 'x');
    expect(await remove('HELD', 'GONE', 'TOO')).toEqual([{ kind: 'removed' }, { kind: 'absent' }, { kind: 'removed' }]);
    expect(asked().sort()).toEqual(['DELETE /id-1', 'DELETE /id-2', 'GET ?page=1&per_page=100']);
    expect(await remove('HELD')).toEqual([{ kind: 'absent' }]);
  });

  test('that another client was faster to do is none', async () => {
    const { remove } = await world({
      answer: (request) => {
        if (request.method === 'DELETE') cloudflare.answer(request);
        return cloudflare.answer(request);
      },
    });
    expect(await remove('HELD')).toEqual([{ kind: 'absent' }]);
  });
});

describe('a list', () => {
  const names = async (parts: Parts = {}) => {
    const answer = await (await world(parts)).store.list?.(CALL);
    return answer?.kind === 'listed' ? answer.entries.map(({ name }) => name) : answer?.failure;
  };

  test('has all pages, and nothing that was deleted', async () => {
    for (let index = 0; index < 250; index++) cloudflare.put(`N${index}`, 'x', index % 50 === 0 ? 'deleted' : 'active');
    expect(await names()).toHaveLength(1 + 245);
  });

  test('without the number of pages ends with the first page that is not full', async () => {
    for (let index = 0; index < 150; index++) cloudflare.put(`N${index}`, 'x');
    const answer = (request: FakeRequest) => {
      const { status, body } = cloudflare.answer(request);
      return { status, body: { ...(body as object), result_info: undefined } };
    };
    expect(await names({ answer })).toHaveLength(151);
  });

  test.each([
    [{}],
    [null],
    ['x'],
    [[null]],
    [[{ id: 'a' }]],
    [[{ name: 'a' }]],
    [[{ id: '', name: 'a' }]],
    [[{ id: '..', name: 'a' }]],
  ])('of %j is not a list', async (result) => {
    expect(await names({ answer: () => ({ status: 200, body: { success: true, errors: [], result } }) })).toMatchObject(
      { kind: 'malformed' },
    );
  });

  test('of another store or account is an error with both in its help', async () => {
    expect(await names({ spec: 'cloudflare://other?account_id=acct' })).toMatchObject({
      kind: 'failed',
      detail: 'Cloudflare answered with status 404: store_not_found (code 1001)',
      help: 'check the id of the store and that of the account',
    });
  });
});

describe('the account', () => {
  test('is that of the address, else that of the environment', async () => {
    const variables = { CLOUDFLARE_ACCOUNT_ID: 'other' };
    const { store, fake } = await world({ variables });
    await store.list?.(CALL);
    expect(fake.asked[0]).toContain('/accounts/acct/');
    const { store: second, fake: asked } = await world({ variables, spec: 'cloudflare://store' });
    await second.list?.(CALL);
    expect(asked.asked[0]).toContain('/accounts/other/');
  });

  test.each([
    [{}, 'missing-credential'],
    [{ CLOUDFLARE_ACCOUNT_ID: '' }, 'missing-credential'],
    [{ CLOUDFLARE_ACCOUNT_ID: 'a/../b' }, 'unsupported'],
    [{ CLOUDFLARE_ACCOUNT_ID: 'x'.repeat(33) }, 'unsupported'],
  ])('that is not known is refused, before a prompt, too: %j', async (variables, kind) => {
    const { store, write, remove, sent } = await world({ variables, spec: 'cloudflare://store' });
    expect(await write({ NEW: 'x' })).toMatchObject([{ failure: { kind } }]);
    expect(await remove('HELD')).toMatchObject([{ failure: { kind } }]);
    expect(await says(store).refusesWrite(convention('NEW'))).toContain('CLOUDFLARE_ACCOUNT_ID');
    expect(sent).toEqual([]);
  });
});

test.each(['', 'a b', 'a\n', 'a\0', '\u00a0'])('the name %j is refused before a request', async (item) => {
  const { store, sent } = await world();
  const at = native(item);
  expect(await store.write?.([{ at, value: SecretValue.fromText('x') }], CALL)).toMatchObject([
    { failure: { kind: 'unsupported' } },
  ]);
  expect(await store.remove?.([at], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
  expect(await store.read([at], CALL)).toMatchObject([
    { failure: { detail: expect.stringContaining('is not a name') } },
  ]);
  expect(await says(store).refusesWrite(at)).toContain('is not a name');
  expect(sent).toEqual([]);
});

describe('signing in', () => {
  const oauth = { stdout: '{"type":"oauth","token":"canary-login"}\n' };

  test('a token comes before the login of wrangler', async () => {
    const { store, sent, programs } = await world({ token: 'canary-token\n', wrangler: () => oauth });
    expect(await store.list?.(CALL)).toMatchObject({ kind: 'listed' });
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer canary-token' });
    expect(programs.finds).toEqual([]);
  });

  test('without a token, or where the address says so, wrangler gives one, without those of the environment', async () => {
    cloudflare.tokens.set('Bearer canary-login', 'edit');
    const variables = { CLOUDFLARE_API_TOKEN: 'canary-other', FLY_API_TOKEN: 'canary-fly' };
    for (const [spec, token] of [
      [SPEC, null],
      [`${SPEC}&auth=wrangler&wrangler_profile=team`, 'canary-token'],
    ] as const) {
      const { store, programs } = await world({ spec, token, variables, wrangler: () => oauth });
      expect(await store.list?.(CALL)).toMatchObject({ kind: 'listed' });
      const [run] = programs.runs;
      expect(run?.words.join(' ')).toBe(`auth token --json${token === null ? '' : ' --profile=team'}`);
      expect([run?.variable('CLOUDFLARE_API_TOKEN'), run?.variable('FLY_API_TOKEN')]).toEqual([null, null]);
      expect([run?.variable('WRANGLER_WRITE_LOGS'), run?.variable('WRANGLER_LOG_PATH')]).toEqual([
        'false',
        '/dev/null/wrangler.log',
      ]);
    }
  });

  test('a profile is no option of wrangler, whatever it looks like', async () => {
    const spec = `${SPEC}&auth=wrangler&wrangler_profile=--env-file%3D/checkout/.env`;
    const { store, programs } = await world({ spec, wrangler: () => oauth });
    await store.list?.(CALL);
    expect(programs.runs[0]?.words).toEqual(['auth', 'token', '--json', '--profile=--env-file=/checkout/.env']);
  });

  test('a key with an address of mail is sent as such', async () => {
    cloudflare.tokens.set('me@shop.test canary-key', 'edit');
    const wrangler = () => ({ stdout: '{"type":"api_key","key":"canary-key","email":"me@shop.test"}' });
    expect(await (await world({ token: null, wrangler })).store.list?.(CALL)).toMatchObject({ kind: 'listed' });
  });

  test('a login that has ended is renewed once', async () => {
    let count = 0;
    cloudflare.tokens.set('Bearer canary-2', 'edit');
    const wrangler = () => ({ stdout: `{"type":"oauth","token":"canary-${++count}"}` });
    const { write } = await world({ token: null, wrangler });
    expect(await write({ HELD: 'new' })).toEqual([WRITTEN]);
    expect(count).toBe(2);
  });

  test.each<[string, string | null, FakeEnd | null, string, string]>([
    ['', null, null, 'missing-credential', 'CLOUDFLARE_API_TOKEN'],
    ['&auth=wrangler', 'canary-token', null, 'missing-program', 'TOOL_WRANGLER_PATH'],
    ['', null, { status: 1, stderr: 'You are not logged in.' }, 'missing-credential', 'wrangler login'],
    ['', null, { status: 1, stderr: 'Unknown argument: canary' }, 'failed', 'update wrangler'],
    ['', null, { stdout: 'canary-login' }, 'malformed', 'update wrangler'],
    ['', null, { stdout: '{"type":"oauth","token":"canary login"}' }, 'malformed', ''],
    ['', null, { stdout: '{"type":"api_key","key":"canary"}' }, 'malformed', ''],
    ['', null, { stdout: '{"type":"oauth","token":"canary', isWhole: false }, 'malformed', ''],
    ['', 'canary\ntoken', oauth, 'unsupported', ''],
    ['', 'canary-wrong', oauth, 'denied', 'Secrets Store: Read'],
  ])('with %j, the token %j and wrangler %j fails', async (auth, token, end, kind, help) => {
    const { store } = await world({ spec: `${SPEC}${auth}`, token, ...(end && { wrangler: () => end }) });
    const answer = await store.list?.(CALL);
    expect(answer).toMatchObject({ failure: { kind } });
    expect(JSON.stringify(answer)).toContain(help);
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  test('denied in other words is denied, and names the permission', async () => {
    const body = { success: false, errors: [{ code: 6003, message: 'Invalid request headers' }], result: null };
    const { write } = await world({ answer: () => ({ status: 400, body }) });
    expect(await write({ NEW: 'x' })).toMatchObject([
      { failure: { kind: 'denied', help: expect.stringContaining('`Secrets Store: Read`') } },
    ]);
    cloudflare.tokens.set('Bearer canary-token', 'read');
    expect(await (await world()).write({ NEW: 'x' })).toMatchObject([
      { failure: { kind: 'denied', help: 'give the token the permission `Secrets Store: Edit` of the account' } },
    ]);
  });
});

test('the API may be elsewhere, as the environment says, and only over TLS', async () => {
  const { store, fake } = await world({ variables: { TOOL_CLOUDFLARE_ENDPOINT: 'https://mirror.test' } });
  await store.list?.(CALL);
  expect(fake.servers).toMatchObject([{ origin: 'https://mirror.test' }]);
  const refused = await openSpec(SPEC, portsIn('/nowhere', { TOOL_CLOUDFLARE_ENDPOINT: 'http://mirror.test' }));
  expect(refused).toMatchObject({ kind: 'refused' });
});
