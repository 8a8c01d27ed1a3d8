import { expect, test } from '@jest/globals';
import { tokenOfCredential } from '#runtime/providers/bases/http-sign-in.js';
import { SecretValue } from '#runtime/values/secret-value.js';

test.each([
  ['canary-token\n', 'canary-token'],
  [' \n', { kind: 'missing-credential', detail: 'credential `token` is empty' }],
  [
    'two words',
    { kind: 'unsupported', detail: 'credential `token` contains characters that are not valid in a token' },
  ],
  [Buffer.of(0x61, 0xff), { kind: 'unsupported', detail: 'credential `token` is not UTF-8 text' }],
])('the credential %j as a token', (content, expected) => {
  const token = tokenOfCredential('token', SecretValue.fromBytes(Buffer.from(content)));
  expect(typeof token === 'string' ? token : token.failure).toEqual(expected);
});
