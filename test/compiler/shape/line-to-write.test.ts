/** The line to write instead of a value of the wrong type. */
import { expect, test } from '@jest/globals';
import { lineToWrite } from '#compiler/shape/line-to-write.js';

test('a text for a list', () => expect(lineToWrite('providers', 'an array', 'dotenv')).toBe('providers = ["dotenv"]'));
test('a list of one for a text', () => expect(lineToWrite('from', 'a string', ['KEY'])).toBe('from = "KEY"'));
test('a list of two leads nowhere', () => expect(lineToWrite('from', 'a string', ['A', 'B'])).toBeNull());
test('a number for a text', () => expect(lineToWrite('default', 'a string', 80)).toBe('default = "80"'));
test('a revision is not the number that TOML makes of it', () =>
  expect(lineToWrite('revision', 'a string', 1)).toBe('revision = "1.0"'));
test('a word for true', () => expect(lineToWrite('prompt', 'true or false', 'yes')).toBe('prompt = true'));
test('any other word', () => expect(lineToWrite('prompt', 'true or false', 'maybe')).toBeNull());
test('digits for a number', () => expect(lineToWrite('length', 'a whole number', '32')).toBe('length = 32'));
test('a long text is not repeated', () => expect(lineToWrite('providers', 'an array', 'x'.repeat(100))).toBeNull());
test('one address for all stores', () =>
  expect(lineToWrite('refs', 'a table', 'shop/salt')).toBe('ref = { item = "shop/salt" }'));
test('a type for the options of generate', () =>
  expect(lineToWrite('generate', 'true or false or a table', 'hex')).toBe('type = "hex"\ngenerate = true'));
test('a type that needs options', () =>
  expect(lineToWrite('generate', 'true or false or a table', 'command')).toBeNull());
test('a program with its arguments', () =>
  expect(lineToWrite('run', 'an array', 'npm  test')).toBe('run = ["npm", "test"]'));
test('what only a shell splits', () => expect(lineToWrite('run', 'an array', "sh -c 'a && b'")).toBeNull());
