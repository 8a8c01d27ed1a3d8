/** Every code has a title of its own, and every code of the compiler has a golden case that shows it. */
import { describe, expect, test } from '@jest/globals';
import { allWordings } from '#schemas/diagnostics/index.js';
import { filesBelow, GOLDEN, readTexts } from './helpers/golden.js';

const codes = Object.keys(allWordings);

describe('codes', () => {
  test('are a letter, a family and a number', () => {
    expect(codes.filter((code) => !/^[EW](0[1-9]|1[0-3])\d\d$/u.test(code))).toEqual([]);
  });

  test('have titles that say one thing each', () => {
    const titles = codes.map((code) => allWordings[code]?.title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test('have titles without names or full stops', () => {
    expect(codes.filter((code) => /[`.]$|`/u.test(allWordings[code]?.title ?? ''))).toEqual([]);
  });

  test('are shown by some golden case', () => {
    const shown = filesBelow(GOLDEN).filter((file) => /(diagnostics|stderr)\.txt$/u.test(file));
    const text = Object.entries(readTexts(GOLDEN)).filter(([file]) => shown.includes(file)).map(([, content]) => content).join('\n');
    expect(codes.filter((code) => !text.includes(`[${code}]`))).toEqual([]);
  });
});
