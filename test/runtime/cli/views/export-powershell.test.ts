/** What PowerShell is given is read here by the rules of its double-quoted strings, because few machines that build this have it. */
import { expect, test } from '@jest/globals';
import { exportPowershell } from '#runtime/cli/views/export-powershell.js';

/** About Quoting Rules: in double quotes `` ` `` escapes a character, and `$(…)` is the value of an expression. */
function read(line: string): string {
  const text = /^\$env:VALUE = "(?<quoted>.*)"$/u.exec(line)?.groups?.['quoted'] ?? '';
  const pieces = text.matchAll(/`(?<escaped>[`"$])|\$\(\[char\](?<unit>\d+)\)|(?<plain>[^`"$]+)/g);
  let value = '';
  let length = 0;
  for (const { 0: whole, groups = {} } of pieces) {
    length += whole.length;
    value +=
      groups['unit'] === undefined
        ? (groups['escaped'] ?? groups['plain'])
        : String.fromCharCode(Number(groups['unit']));
  }
  expect(length).toBe(text.length);
  return value;
}

test.each([
  '',
  "it's",
  '"$HOME" `id` $(id)',
  '`n`$',
  'one\ntwo\r\nthree\r',
  '‘a’ ‚b‛ “c” „d‟ «e»',
  '🙂é\u2028\ufeff\u0001\u007f',
  '$([char]65)',
])('%j is one line of ASCII that gives the value back', (value) => {
  const text = exportPowershell([['VALUE', value]]);
  expect(text).toMatch(/^[ -~]*\n$/u);
  expect(read(text.slice(0, -1))).toBe(value);
});
