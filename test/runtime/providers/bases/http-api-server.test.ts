import { expect, test } from '@jest/globals';
import type { HttpClient } from '#runtime/http/http.js';
import { HttpApi } from '#runtime/providers/bases/http-api.js';
import { failed } from '#runtime/providers/store-failure.js';

const client: HttpClient = {
  atOnce: 1,
  request: async () => ({ kind: 'response', status: 200, headers: {}, body: Buffer.from('{}'), retryAfterMs: null }),
  close: () => {},
};
const GET = { method: 'GET', path: '/', isRepeatable: true } as const;
const CALL = { signal: new AbortController().signal };

test('a server whose settings could not be read is asked for again, and one that could is not', async () => {
  let asked = 0;
  const api = new HttpApi(async () => client, {
    product: 'Example',
    server: async () => (++asked === 1 ? failed('failed', 'cannot be read') : { origin: 'https://api.example' }),
    signIn: async () => failed('denied', 'no sign-in'),
    messageOf: () => null,
    trustHelp: '',
    plainHelp: '',
  });
  const send = async () => (await api.send(GET, CALL)).kind;
  expect(await Promise.all([send(), send()])).toEqual(['failed', 'failed']);
  expect([await send(), await send(), asked]).toEqual(['reply', 'reply', 2]);
});
