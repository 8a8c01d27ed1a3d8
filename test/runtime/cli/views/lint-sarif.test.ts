/** SARIF as its schema demands, whatever stands in a manifest. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { lintSarif } from '#runtime/cli/views/lint-sarif.js';
import { casesOf, GOLDEN, readTexts } from '../../../helpers/golden.js';
import { lintFiles } from '../../../helpers/lint.js';
import { tried } from '../../../helpers/thoroughness.js';

const conforms = validator();

/** The schema is written for draft 4; what it uses of that means the same in draft 7. One of its patterns is none under `u`. */
function validator() {
  const folder = dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json'));
  const schema = JSON.parse(readFileSync(join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
  const { $schema: _draft, id: _id, ...rest } = schema;
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(rest);
}

const sarifOf = async (files: Readonly<Record<string, string>>) => JSON.parse(lintSarif(await lintFiles(files)));

describe('SARIF', () => {
  test.each(casesOf('plan'))('of %s conforms to its schema', async (name) => {
    conforms(await sarifOf(readTexts(join(GOLDEN, 'plan', name))));
    expect(conforms.errors).toBeNull();
  });

  test('has a schema that refuses what is none', () => {
    expect(
      conforms({ version: '2.1.0', runs: [{ tool: { driver: { name: 'tool' } }, results: [{ level: 'bad' }] }] }),
    ).toBe(false);
  });

  test('of any text conforms to its schema', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), async (name, file) => {
        const manifest = `[project]\nname = "a"\nrevision = "1.0"\nextends = [${JSON.stringify(file)}]\n[profiles.${JSON.stringify(name)}]\nA = {}\n`;
        expect(conforms(await sarifOf({ 'manifest.toml': manifest }))).toBe(true);
      }),
      { numRuns: tried(100) },
    );
  });

  test('points at characters, and at the places of labels', async () => {
    const manifest =
      '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\n"𝒜" = { description = "😀", default = "x", required = true }\n';
    const [result] = (await sarifOf({ 'manifest.toml': manifest })).runs[0].results;
    expect(result.ruleId).toBe('E0401');
    expect(result.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'manifest.toml' },
      region: { startLine: 5, startColumn: 43, endLine: 5, endColumn: 51 },
    });
    expect(result.relatedLocations[0].physicalLocation.region.startColumn).toBe(28);
  });

  test('has the corrections, in characters, with the file that each changes', async () => {
    const manifest =
      '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\nA = { description = "😀", defalt = "x" }\n';
    const [result] = (await sarifOf({ 'manifest.toml': manifest })).runs[0].results;
    const deletedRegion = { startLine: 5, startColumn: 26, endLine: 5, endColumn: 32 };
    expect(result.fixes).toEqual([
      {
        description: { text: 'write `default`' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'manifest.toml' },
            replacements: [{ deletedRegion, insertedContent: { text: 'default' } }],
          },
        ],
      },
    ]);
  });

  test('names each rule once, with its explanation', async () => {
    const manifest =
      '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\nA = { b = 1, c = 2, description = "a" }\n';
    const { tool, results } = (await sarifOf({ 'manifest.toml': manifest })).runs[0];
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['E0203']);
    expect(tool.driver.rules[0].help.text).toContain('Right:');
    expect(results.map(({ ruleIndex }: { ruleIndex: number }) => ruleIndex)).toEqual([0, 0]);
  });

  test('spells a path as a URI', async () => {
    const parent = '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\nA = { b = 1, description = "a" }\n';
    const manifest = '[project]\nname = "a"\nrevision = "1.0"\nextends = ["a b#?%:x.toml"]\n[profiles.default]\n';
    const [result] = (await sarifOf({ 'manifest.toml': manifest, 'a b#?%:x.toml': parent })).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('a%20b%23%3F%25%3Ax.toml');
  });
});
