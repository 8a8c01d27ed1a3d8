import { expect, test } from '@jest/globals';
import { isVariableOfShells } from '#runtime/hook/names.js';

test.each([
  'PS1',
  'PROMPT_COMMAND',
  'precmd_functions',
  'histchars',
  'POSIXLY_CORRECT',
  'config',
  '__TOOL_HOOK',
  'A-B',
])('%s is not loaded', (name) => {
  expect(isVariableOfShells(name)).toBe(false);
});

test.each(['DATABASE_URL', 'PATH', 'CONFIG', 'my_functions'])('%s may be loaded', (name) => {
  expect(isVariableOfShells(name)).toBe(true);
});
