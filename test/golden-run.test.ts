/** Runs every golden case of execution: a linked plan in a world of fake stores gives values, or the text that a person sees. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { casesOf, expectGolden, GOLDEN, readTexts, strangersIn } from './helpers/golden.js';
import { runCase } from './helpers/run-case.js';

const INPUTS = ['manifest.toml', 'choice.toml', 'user.toml', 'world.toml', 'first.toml'];
const GIVEN = [
  'resolution.json',
  'environment.json',
  'reads.json',
  'writes.json',
  'questions.json',
  'notices.txt',
  'diagnostics.txt',
];

describe('golden/run', () => {
  test.each(casesOf('run'))('%s', async (name) => {
    expectGolden('run', name, await runCase(readTexts(join(GOLDEN, 'run', name))), GIVEN);
  });

  test('holds nothing but inputs and what they give', () => {
    expect(strangersIn('run', [...INPUTS, ...GIVEN])).toEqual([]);
  });
});
