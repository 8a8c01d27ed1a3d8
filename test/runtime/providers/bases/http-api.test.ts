import { describe, expect, test } from '@jest/globals';
import type { HttpOutcome } from '#runtime/http/http.js';
import { HttpApi } from '#runtime/providers/bases/http-api.js';
import type { Reply } from '#runtime/providers/bases/http-reply.js';
import { lastingSignIn, type SignIn } from '#runtime/providers/bases/http-sign-in.js';
import { type Failed, failed } from '#runtime/providers/store-failure.js';
import type { At } from '#schemas/addresses/address.js';
import { type FakeHttp, type FakeRequest, type FakeResponse, fakeHttp } from '../../../helpers/fake-http.js';
import { CALL } from '../open-store.js';

const GET = { method: 'GET', path: '/', isRepeatable: true } as const;
const POST = { method: 'POST', path: '/', isRepeatable: false } as const;
const PAGE: FakeResponse = { status: 403, body: '<!doctype html><p>canary', headers: { 'content-type': 'text/html' } };

/** What was sent, and an API that is answered by the function. */
function apiOf(
  answer: (request: FakeRequest) => FakeResponse | HttpOutcome,
  signIn: () => SignIn | Failed = () => lastingSignIn({ 'x-token': 'one' }),
): { readonly api: HttpApi; readonly fake: FakeHttp; readonly sent: FakeRequest[] } {
  const sent: FakeRequest[] = [];
  const fake = fakeHttp((request) => {
    sent.push(request);
    return answer(request);
  });
  const api = new HttpApi(fake.http, {
    product: 'Example',
    server: async () => ({ origin: 'https://api.example' }),
    signIn: async () => signIn(),
    messageOf: (body) => (typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : null),
    trustHelp: '',
    plainHelp: '',
  });
  return { api, fake, sent };
}
const replied = (reply: Reply | Failed): Reply => {
  if (reply.kind === 'failed') throw new Error(reply.failure.detail);
  return reply;
};

describe('requests', () => {
  test('JSON, a special type of it, and a form are sent as what they are', async () => {
    const { api, sent } = apiOf(() => ({ status: 200, body: {} }));
    await api.send({ ...POST, json: { a: 'é' } }, CALL);
    await api.send({ ...POST, json: [], type: 'application/merge-patch+json' }, CALL);
    await api.send({ ...POST, form: { a: 'b c&d' } }, CALL);
    await api.send(GET, CALL);
    expect(sent.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/json', '{"a":"é"}'],
      ['application/merge-patch+json', '[]'],
      ['application/x-www-form-urlencoded', 'a=b+c%26d'],
      [undefined, ''],
    ]);
  });

  test('a signature is made over the request as it is sent', async () => {
    const signed: unknown[] = [];
    const signIn: SignIn = {
      ...lastingSignIn({ 'x-token': 'one' }),
      sign: async ({ headers, body }) => {
        signed.push([headers, body]);
        return { authorization: 'signed' };
      },
    };
    const { api, sent } = apiOf(
      () => ({ status: 200, body: {} }),
      () => signIn,
    );
    await api.ask({ ...POST, json: {} }, CALL);
    expect(signed).toEqual([[{ 'x-token': 'one', 'content-type': 'application/json' }, '{}']]);
    expect(sent[0]?.headers).toMatchObject({ 'x-token': 'one', authorization: 'signed' });
  });

  test('addresses in one document share its request', async () => {
    const { api, sent } = apiOf(({ path }) => ({ status: 200, body: { path } }));
    const at = (item: string, field: string): At => ({ kind: 'native', item, field });
    let told = 0;
    const documentOf = (address: At) => (address.kind === 'native' ? address.item : '');
    const answers = await api.eachIn(
      [at('a', '1'), at('b', '1'), at('a', '2'), at('gone', '1'), at('a', '1')],
      documentOf,
      async (address) =>
        documentOf(address) === 'gone'
          ? failed('denied', 'no')
          : replied(await api.ask({ ...GET, path: `/${documentOf(address)}` }, CALL)),
      ({ body }, address) => ({ body, field: address.kind === 'native' ? address.field : '' }),
      { ...CALL, answered: () => (told += 1) },
    );
    expect(told).toBe(3);
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b']);
    expect(answers).toMatchObject([
      { body: { path: '/a' }, field: '1' },
      { body: { path: '/b' }, field: '1' },
      { body: { path: '/a' }, field: '2' },
      { kind: 'failed' },
      { body: { path: '/a' }, field: '1' },
    ]);
  });
});

describe('errors', () => {
  test('after a refused sign-in nothing more of a batch is sent; after a refused entry the rest is', async () => {
    const status = { now: 401 };
    const { api, sent } = apiOf(() => ({ status: status.now, body: { message: 'no' } }));
    const read = () =>
      api.inBatch(
        Array.from({ length: 40 }, (_, index) => index),
        async () => api.failureOf(replied(await api.ask(GET, CALL))),
      );
    expect(new Set((await read()).map((answer) => answer.failure.kind))).toEqual(new Set(['denied']));
    expect(sent.length).toBeLessThanOrEqual(16);
    sent.length = 0;
    status.now = 403;
    await read();
    expect(sent).toHaveLength(40);
  });

  test('only a change that may have been made is to be checked, not a sign-in', async () => {
    const lost: HttpOutcome = { kind: 'failed', why: 'interrupted', detail: 'lost' };
    const { api } = apiOf(() => lost);
    const failure = { kind: 'unreachable', detail: 'lost' };
    expect(await api.ask(POST, CALL)).toEqual({
      kind: 'failed',
      failure: { ...failure, help: 'it may have succeeded: check the entry before you try again' },
    });
    expect(await api.ask(GET, CALL)).toEqual({ kind: 'failed', failure });
    expect(await api.send(POST, CALL)).toEqual({ kind: 'failed', failure });
  });

  test('a web page is from something between here and the API, which is reported; nothing of it is quoted', async () => {
    const { api } = apiOf(() => PAGE);
    const reply = replied(await api.ask(GET, CALL));
    const help = 'a proxy, a gateway or a sign-in page may have answered in its place; check the address and the proxy';
    expect(api.isOwn(reply)).toBe(false);
    expect(api.failureOf(reply, 'give the token a right')).toEqual({
      kind: 'failed',
      failure: { kind: 'denied', detail: 'Example answered with status 403 and a web page', help },
    });
    expect(api.malformed(reply)).toEqual({
      kind: 'failed',
      failure: { kind: 'malformed', detail: 'a web page came in place of a response of Example', help },
    });
  });

  test.each([
    [429, '3600', { kind: 'busy', help: 'try again in 3600 seconds' }],
    [429, '1', { kind: 'busy', help: 'try again in 1 second' }],
    [429, '0', { kind: 'busy', help: 'try again' }],
    [503, '3600', { kind: 'unreachable', help: 'try again in 3600 seconds' }],
    [503, 'soon', { kind: 'unreachable' }],
    [404, '3600', { kind: 'failed' }],
  ])('status %s with `Retry-After: %s`', async (status, time, expected) => {
    const { api } = apiOf(() => ({ status, body: {}, headers: { 'retry-after': time } }));
    const { failure } = api.failureOf(replied(await api.send(GET, CALL)));
    expect(failure).toEqual({ detail: `Example answered with status ${status}`, ...expected });
  });

  test('an error of the API itself is its own', async () => {
    const { api } = apiOf(() => ({ status: 404, body: { message: 'not found' } }));
    expect(api.isOwn(replied(await api.ask(GET, CALL)))).toBe(true);
  });

  test.each([
    ['nothing is sent', GET, ': no'],
    ['something is sent', { ...POST, json: { value: 'x' } }, ''],
    ['what is sent holds no value', { ...POST, json: { name: 'x' }, isQuotable: true }, ': no'],
  ])('the words of the API are quoted if that cannot repeat a value: %s', async (_, request, quoted) => {
    const { api } = apiOf(() => ({ status: 400, body: { message: 'no' } }));
    const { failure } = api.failureOf(replied(await api.ask(request, CALL)));
    expect(failure.detail).toBe(`Example answered with status 400${quoted}`);
  });

  test.each([
    [{ authorization: 'Bearer canary-token' }],
    [{ 'X-Auth-Token': 'canary-token' }],
    [{ 'x-auth-key': 'canary-token', 'x-auth-email': 'me@example.com' }],
    [{ 'X-IDENTITY-HEADER': 'canary-token' }],
  ])('words that repeat the token of the request are quoted without it: %j', async (headers) => {
    const answer = () => ({ status: 401, body: { message: 'canary-token of me@example.com is not valid' } });
    const { api } = apiOf(answer, () => lastingSignIn(headers));
    const { failure } = api.failureOf(replied(await api.ask(GET, CALL)));
    expect(failure.detail).toBe('Example answered with status 401: [secret] of me@example.com is not valid');
  });
});

test('a sign-in that is used up is renewed, and one that the user gave is not', async () => {
  let signIns = 0;
  const limited = (): SignIn => ({ ...lastingSignIn({ 'x-token': `${++signIns}` }), uses: 2, isRenewable: true });
  const { api, sent } = apiOf(() => ({ status: 200, body: {} }), limited);
  for (let index = 0; index < 3; index++) await api.ask(GET, CALL);
  expect(sent.map(({ headers }) => headers['x-token'])).toEqual(['1', '1', '2']);
});

test.each(['fails', 'throws'])(
  'a sign-in that another request began, and that %s when it is given up, is begun again',
  async (how) => {
    const given = new AbortController();
    let signIns = 0;
    const fake = fakeHttp(() => ({ status: 200, body: {} }));
    const api = new HttpApi(fake.http, {
      product: 'Example',
      server: async () => ({ origin: 'https://api.example' }),
      signIn: async ({ signal }) => {
        if (++signIns > 1) return lastingSignIn({ 'x-token': 'one' });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        if (how === 'throws') throw signal.reason;
        return failed('timeout', 'the call was cancelled');
      },
      messageOf: () => null,
      plainHelp: '',
    });
    const first = api.ask(GET, { signal: given.signal }).catch(() => ({ kind: 'failed' }));
    const second = api.ask(GET, { signal: new AbortController().signal });
    await new Promise((resolve) => setImmediate(resolve));
    given.abort(new Error('cancelled'));
    expect([(await first).kind, (await second).kind, signIns]).toEqual(['failed', 'reply', 2]);
  },
);
