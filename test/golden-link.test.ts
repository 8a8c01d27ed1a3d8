/** Runs every golden case of linking: a manifest, one call and one user give a linked plan, or the text that a person sees. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { prettyJson } from '#schemas/canonical.js';
import { casesOf, expectGolden, GOLDEN, readTexts, strangersIn } from './helpers/golden.js';
import { linkCase, readChoice } from './helpers/linked-case.js';
import { shownDiagnostics } from './helpers/shown-diagnostics.js';

const INPUTS = ['manifest.toml', 'choice.toml', 'user.toml'];
const GIVEN = ['linked.json', 'diagnostics.txt'];

describe('golden/link', () => {
  test.each(casesOf('link'))('%s', async (name) => {
    const files = readTexts(join(GOLDEN, 'link', name));
    const result = await linkCase(files);
    const isScoped = readChoice(files).scope !== undefined;
    const given: Record<string, string> =
      result.kind === 'linked'
        ? { 'linked.json': prettyJson(result.plan) }
        : { 'diagnostics.txt': await shownDiagnostics(files, result.diagnostics, isScoped) };
    expectGolden('link', name, given, GIVEN);
  });

  test('holds nothing but inputs and what they give', () => {
    expect(strangersIn('link', [...INPUTS, ...GIVEN])).toEqual([]);
  });
});
