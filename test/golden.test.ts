/** Runs every golden case of the compiler: a manifest gives a plan, or the text that a person sees. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { locator } from '#compiler/index.js';
import { compile } from '#compiler/pipeline.js';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import { prettyJson } from '#schemas/canonical.js';
import { casesOf, expectGolden, filesBelow, GOLDEN, readTexts } from './helpers/golden.js';
import { memoryHost } from './helpers/memory-host.js';

const GIVEN = ['plan.json', 'diagnostics.txt'];

describe('golden/plan', () => {
  test.each(casesOf('plan'))('%s', async (name) => {
    const texts = readTexts(join(GOLDEN, 'plan', name));
    // Other cases show one thing each, and would be cluttered by what else `lint` has to say.
    const warnings = name.startsWith('warnings/');
    const { plan, diagnostics, files } = await compile(memoryHost(texts), 'manifest.toml', { warnings });
    const given = {
      ...(plan !== null && { 'plan.json': prettyJson(plan) }),
      ...(diagnostics.length > 0 && {
        'diagnostics.txt': renderDiagnostics(diagnostics, { locate: await locator(files), colour: false }),
      }),
    };
    expectGolden('plan', name, given, GIVEN);
  });

  test('holds nothing but inputs and what they give', () => {
    const strangers = filesBelow(join(GOLDEN, 'plan')).filter((file) => !/\.(toml|json|txt)$/u.test(file));
    expect(strangers).toEqual([]);
  });
});
