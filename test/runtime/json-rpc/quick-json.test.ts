/** What `JSON.parse` may read: the rules that it does not know lead to the tokens. */
import { expect, test } from '@jest/globals';
import { DEEPEST } from '#runtime/json-rpc/json-text.js';
import { quicklyRead } from '#runtime/json-rpc/quick-json.js';

const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`;

test.each([
  '{"id":1,"a":[true,false,null,-2],"b":{"c":"x:{}[]\\" \\\\","d":"1.5e3+ : \\n"}}',
  '{"__proto__":{"a":1},"toString":""}',
  '"text"',
  nested(DEEPEST),
])('%s is read as it is', (text) => {
  expect(JSON.stringify(quicklyRead(text, DEEPEST))).toBe(JSON.stringify(JSON.parse(text)));
});

test.each([
  '{"a":1,"a":2}',
  '{"a":{"b":1},"c":{"b":1,"b":1}}',
  '{"a":1,"\\u0061":2}',
  '{"a":"\\ud800"}',
  '{"id":1.0}',
  '{"id":1e0}',
  '{"id":1E0}',
  '{"id":1',
  '{"a":"x}',
  '{"a" "b"}',
  '\ufeff{}',
  '',
  nested(DEEPEST + 2),
])('%s is not', (text) => expect(quicklyRead(text, DEEPEST)).toBeUndefined());

test('objects have no prototype', () => {
  const read = quicklyRead('{"a":{"b":1}}', DEEPEST);
  expect(JSON.stringify(read)).toBe('{"a":{"b":1}}');
  expect(Object.getPrototypeOf(read)).toBeNull();
});
