/** Every code has a title of its own, somebody who reports it, a golden case that shows it, and advice where there is some to give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { allWordings } from '#schemas/diagnostics/index.js';
import { filesBelow, GOLDEN } from './helpers/golden.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const codes = Object.keys(allWordings);

/** Reported, but by nothing that a case could set up. A code that is shown after all fails here until it is taken out. */
const SHOWN_BY_NO_CASE: Readonly<Record<string, string>> = {
  E0312: 'the users that run the cases have a home folder in the password database',
  E0314: 'another program changes the manifest between the answer to a question and the write',
  E0806: 'every provider of the catalogue is in this version',
  E0912: 'only an agent is told, in an answer over its protocol (test/runtime/mcp/approval.test.ts)',
  E1016:
    'an identity is checked before anything is made of it (E1017), so that only the crash of a library could be shown',
  E1129: 'no store of this version changes what it is given; the phases of an import show it (copy-secrets.test.ts)',
  E1132:
    'a store deletes and then refuses to write, which no store of a case does; the phases of an import show it (copy-secrets.test.ts)',
  E1137: 'a bug of ours; a wrong executor shows it (bounds.test.ts)',
  E1614: 'the folder for temporary files is full or taken away',
  W1611: 'it is said on a terminal: `test/stores/edit.mjs` shows it',
};

/** Their message alone says what to write, or what to do depends on what the system or a library said. */
const WITHOUT_HELP: readonly string[] = [
  'E0201',
  'E0206',
  'E0207',
  'E0215',
  'E0217',
  'E0302',
  'E1208',
  'E1305',
  'W1102',
  'W1103',
];

const textsBelow = (folder: string, pattern: RegExp) =>
  filesBelow(folder)
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

describe('codes', () => {
  test('are a letter, a family and a number', () => {
    expect(codes.filter((code) => !/^[EW](0[1-9]|1[0-7])\d\d$/u.test(code))).toEqual([]);
  });

  test('have titles that say one thing each', () => {
    const titles = codes.map((code) => allWordings[code]?.title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test('have titles without names or full stops', () => {
    expect(codes.filter((code) => /[`.]$|`/u.test(allWordings[code]?.title ?? ''))).toEqual([]);
  });

  test('are reported by somebody', () => {
    const sources = ['schemas', 'compiler', 'runtime'].map((part) => textsBelow(join(ROOT, part), /\.ts$/u)).join('\n');
    expect(codes.filter((code) => !sources.includes(`.${code}`))).toEqual([]);
  });

  test('are shown by some golden case', () => {
    const shown = textsBelow(GOLDEN, /^(?!cli\/explain\/).*(diagnostics|stderr|stdout)\.txt$/u);
    const unshown = codes.filter((code) => !shown.includes(`[${code}]`));
    expect(unshown).toEqual(Object.keys(SHOWN_BY_NO_CASE));
  });

  test('have a help where one is possible', () => {
    const without = codes.filter((code) => allWordings[code]?.help === undefined);
    expect(without.sort()).toEqual(WITHOUT_HELP);
  });
});
