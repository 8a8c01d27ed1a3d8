import { describe, expect, test } from '@jest/globals';
import { messageIn } from '#runtime/json-rpc/message.js';
import { WireError } from '#runtime/json-rpc/wire-error.js';

type Parts = Readonly<Record<string, unknown>>;
const told = (text: string) => {
  const message = messageIn(text);
  if (message.kind === 'breach') return message.error;
  return message.kind === 'answer' ? [message.id, message.outcome] : message.kind;
};
const line = (base: Parts) => (parts: Parts) => told(JSON.stringify({ jsonrpc: '2.0', ...base, ...parts }));
const request = line({ id: 1, method: 'a.b', params: {}, _meta: { deadline_unix_ms: 5 } });
const notification = line({ method: 'a.b', params: {} });
const answer = line({ id: 1 });
const error = (parts: Parts, data: Parts = {}) =>
  answer({
    error: { code: -32004, message: 'unavailable', ...parts, data: { kind: 'unavailable', retryable: true, ...data } },
  });

test('a request has its id, method, params and times', () => {
  const text =
    '{"jsonrpc":"2.0","id":7,"method":"m","params":{"a":[1]},"_meta":{"deadline_unix_ms":9,"parent_request_id":3}}';
  expect(messageIn(`${text}\r`)).toMatchObject({ kind: 'request', id: 7, method: 'm', deadline: 9, parent: 3 });
});

test.each(['', 'x', '{"jsonrpc":"2.0",}', '\ufeff{}', '{"jsonrpc":"2.0","id":1,"method":"a"', "{'a':1}"])(
  '%j is not JSON',
  (text) => {
    expect(told(text)).toBe('parse_error');
  },
);

describe('requests that break a rule', () => {
  const valid = { jsonrpc: '2.0', id: 1, method: 'm', params: {}, _meta: { deadline_unix_ms: 1 } };
  test('the one that they are made of breaks none', () => expect(request(valid)).toBe('request'));
  test.each<[string, Parts]>([
    ['no version', { jsonrpc: undefined }],
    ['another version', { jsonrpc: '1.0' }],
    ['a version that is a number', { jsonrpc: 2 }],
    ['id null', { id: null }],
    ['id 0', { id: 0 }],
    ['a negative id', { id: -1 }],
    ['an id that is text', { id: '1' }],
    ['an id beyond 2^53-1', { id: 2 ** 53 }],
    ['an id with a fraction', { id: 1.5 }],
    ['no params', { params: undefined }],
    ['params null', { params: null }],
    ['params in a list', { params: [] }],
    ['no method', { method: undefined }],
    ['a method that is no text', { method: 1 }],
    ['a method without a name', { method: '' }],
    ['a method of 257 bytes', { method: `${'é'.repeat(128)}a` }],
    ['no meta', { _meta: undefined }],
    ['meta without a deadline', { _meta: {} }],
    ['a deadline that is text', { _meta: { deadline_unix_ms: '1' } }],
    ['a negative deadline', { _meta: { deadline_unix_ms: -1 } }],
    ['a deadline with a fraction', { _meta: { deadline_unix_ms: 1.5 } }],
    ['a parent that is null', { _meta: { deadline_unix_ms: 1, parent_request_id: null } }],
    ['a parent 0', { _meta: { deadline_unix_ms: 1, parent_request_id: 0 } }],
    ['meta with another member', { _meta: { deadline_unix_ms: 1, trace: 'x' } }],
    ['another member', { extra: 1 }],
    ['a result, too', { result: {} }],
  ])('%s', (_, parts) => expect(request(parts)).toBe('invalid_request'));

  test('a method of 256 bytes is fine', () => expect(request({ method: 'é'.repeat(128) })).toBe('request'));
  test.each(['[]', '1', 'null', '"a"', '[{"jsonrpc":"2.0"}]'])('%s', (text) =>
    expect(told(text)).toBe('invalid_request'),
  );
  test.each(['1.0', '1e0', '10e-1', '9007199254740993', '1E400', '-0'])('an id written %s', (id) =>
    expect(told(`{"jsonrpc":"2.0","id":${id},"method":"m","params":{},"_meta":{"deadline_unix_ms":1}}`)).toBe(
      'invalid_request',
    ),
  );
  test.each(['1.0', '1e0'])('a parent written %s', (id) =>
    expect(
      told(
        `{"jsonrpc":"2.0","id":1,"method":"m","params":{},"_meta":{"deadline_unix_ms":1,"parent_request_id":${id}}}`,
      ),
    ).toBe('invalid_request'),
  );
});

describe('notifications', () => {
  test('have neither id nor meta', () => {
    expect(notification({})).toBe('notification');
    expect(notification({ params: undefined })).toBe('notification');
    expect(notification({ _meta: { deadline_unix_ms: 1 } })).toBe('invalid_request');
    expect(notification({ params: [] })).toBe('invalid_request');
  });

  test.each<[unknown, string]>([
    [{ id: 1 }, 'notification'],
    [{ id: 99 }, 'notification'],
    [{}, 'invalid_request'],
    [{ id: '1' }, 'invalid_request'],
    [{ id: 1, why: 'x' }, 'invalid_request'],
  ])('a cancel of %j', (params, kind) => expect(notification({ method: 'rpc.cancel', params })).toBe(kind));
});

describe('answers', () => {
  test('carry an object or an error', () => {
    expect(answer({ result: { a: 1 } })).toEqual([1, { a: 1 }]);
    expect(error({})).toEqual([1, expect.any(WireError)]);
    expect(
      told(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":{"kind":"parse_error","retryable":false}}}',
      ),
    ).toEqual([null, expect.any(WireError)]);
  });

  test.each<[string, Parts]>([
    ['neither', {}],
    ['both', { result: {}, error: { code: -32603, message: '', data: { kind: 'internal', retryable: false } } }],
    ['a list', { result: [] }],
    ['null', { result: null }],
    ['a result for no id', { id: null, result: {} }],
    ['an id that is text', { id: '1', result: {} }],
    ['another member', { result: {}, _meta: {} }],
    ['an error that is text', { error: 'failed' }],
    ['an error without data', { error: { code: -32603, message: 'internal' } }],
  ])('%s breaks a rule', (_, parts) => expect(answer(parts)).toBe('invalid_request'));

  test.each<[string, Parts, Parts]>([
    ['a code of another kind', { code: -32603 }, {}],
    ['an unknown kind with a known code', {}, { kind: 'rate_limited' }],
    ['no kind', {}, { kind: undefined }],
    ['no word on retries', {}, { retryable: undefined }],
    ['a wait of nothing', {}, { retry_after_ms: 0 }],
    ['a wait without reason', { code: -32603 }, { kind: 'internal', retry_after_ms: 5 }],
    [
      'an interaction without reason',
      {},
      { interaction: { kind: 'authorization', id: 'a', expires_at_unix_ms: null } },
    ],
    [
      'an interaction without an end',
      { code: -32006 },
      { kind: 'interaction_required', interaction: { kind: 'authorization', id: 'a' } },
    ],
    [
      'an interaction with a strange id',
      { code: -32006 },
      { kind: 'interaction_required', interaction: { kind: 'authorization', id: 'a b', expires_at_unix_ms: null } },
    ],
    ['a code of diagnostics that is none', {}, { code: 'oops' }],
    ['another member', {}, { detail: 'x' }],
    ['a code that is text', { code: '-32004' }, {}],
    ['a message that is none', { message: 1 }, {}],
    ['another member beside the code', { more: 1 }, {}],
  ])('an error with %s breaks a rule', (_, parts, data) => expect(error(parts, data)).toBe('invalid_request'));

  test.each<[Parts, Parts, Parts]>([
    [
      {},
      { retry_after_ms: 5, code: 'E1102' },
      { kind: 'unavailable', retryable: true, retryAfterMs: 5, diagnosticCode: 'E1102' },
    ],
    [
      { code: -32050 },
      { kind: 'rate_limited', retryable: false },
      { kind: 'rate_limited', code: -32050, retryable: false },
    ],
    [
      { code: -32006 },
      {
        kind: 'interaction_required',
        retryable: false,
        interaction: { kind: 'authorization', id: 'a.b_c-1', expires_at_unix_ms: null },
      },
      { kind: 'interaction_required', interaction: { kind: 'authorization', id: 'a.b_c-1', expiresAtUnixMs: null } },
    ],
  ])('an error with %j, %j is read', (parts, data, read) => {
    const outcome: unknown = error(parts, data).at(1);
    expect({ ...(outcome as object) }).toMatchObject(read);
  });
});
