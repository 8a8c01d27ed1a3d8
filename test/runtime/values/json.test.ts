import { expect, test } from '@jest/globals';
import { hasTwins } from '#runtime/values/json.js';

const twins = (text: string) => hasTwins(Buffer.from(text), JSON.parse(text));

test.each(['{"a":1,"b":{"a":2}}', '[{"a":":"},{"a":"\\":"}]', '{"a\\\\":1,"a":2}', '{"é:":1}', '[]'])(
  'in %s no member is there twice',
  (text) => expect(twins(text)).toBe(false),
);

test.each(['{"a":1,"a":1}', '[{"b":{"a":":","\\u0061":2}}]', '{"__proto__":1,"__proto__":2}'])(
  'in %s a member is there twice',
  (text) => expect(twins(text)).toBe(true),
);

test('a string may have many megabytes', () => {
  expect(twins(JSON.stringify({ a: 'x'.repeat(30_000_000) }))).toBe(false);
});
