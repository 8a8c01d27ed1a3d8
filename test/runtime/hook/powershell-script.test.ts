/** The path of a program may hold what ends a text of PowerShell: also typographic quotes. */
import { expect, test } from '@jest/globals';
import { powershell } from '#runtime/hook/shells/powershell.js';

test.each([
  ["it's", "it''s"],
  ['o\u2019brien', 'o\u2019\u2019brien'],
  ['\u2018a\u201a\u201b', '\u2018\u2018a\u201a\u201a\u201b\u201b'],
])('the script for PowerShell keeps the path %s one text', (folder, quoted) => {
  const [first] = powershell.script([`/${folder}/tool`]).split('\n');
  expect(first).toBe(`$global:__tool_hook_program = @('/${quoted}/tool')`);
});
