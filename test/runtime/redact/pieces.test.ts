import { expect, test } from '@jest/globals';
import { linesToHide } from '#runtime/redact/pieces.js';

test.each([
  ['1234', ['1234']],
  [' 1234\n', [' 1234']],
  ['123', []],
  ['  1  ', []],
  ['', []],
  ['((((', ['((((']],
])('of one line, %j gives %j', (text, lines) => expect(linesToHide(text)).toEqual(lines));

test.each([
  ['canary-one\n\ncanary-two\n', ['canary-one', 'canary-two']],
  ['{\n  "key": "canary"\n}\n', ['  "key": "canary"']],
  ['[\n    {\n        },\n    ]\n  ];\n canary', [' canary']],
  ['-----BEGIN PRIVATE KEY-----\r\nAAAA\r\n-----END PRIVATE KEY-----\r\n', ['AAAA\r']],
  ['a\nbcd\nefgh', ['efgh']],
  ['1\n2\n3', []],
])('of several lines, %j gives %j: no short ones, brackets or armor', (text, lines) =>
  expect(linesToHide(text)).toEqual(lines),
);
