/** The list of findings as other programs read it. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonText } from '#runtime/cli/views/json-text.js';
import { lintJson } from '#runtime/cli/views/lint-json.js';
import { lintFiles } from '../../../helpers/lint.js';

const PROJECT = '[project]\nname = "a"\nrevision = "1.0"\n';

describe('the list', () => {
  test('is in the order of the file, whatever found it', async () => {
    const manifest = `${PROJECT}[providers]\nold = "keyring://"\n[profiles.default]\nMY_TOKEN = { description = "a", default = "x" }\n`;
    const found = JSON.parse(lintJson(await lintFiles({ 'manifest.toml': manifest })));
    expect(found.map(({ code, line }: { code: string; line: number }) => [code, line])).toEqual([
      ['W0601', 5],
      ['W0401', 7],
    ]);
  });

  test('has all findings of one kind', async () => {
    const keys = Array.from({ length: 70 }, (_, index) => `k${index} = 1`).join(', ');
    const manifest = `${PROJECT}[profiles.default]\nA = { description = "a", ${keys} }\n`;
    expect(JSON.parse(lintJson(await lintFiles({ 'manifest.toml': manifest })))).toHaveLength(70);
  });

  test('is empty where nothing was found', async () => {
    const manifest = `${PROJECT}[profiles.default]\nA = { description = "a" }\n`;
    expect(lintJson(await lintFiles({ 'manifest.toml': manifest }))).toBe('[]\n');
  });

  test('has null where a place is not known', async () => {
    const [found] = JSON.parse(lintJson(await lintFiles({})));
    expect(found).toEqual({
      code: 'E0308',
      severity: 'error',
      title: expect.any(String),
      message: expect.any(String),
      file: expect.anything(),
      line: null,
      column: null,
      endLine: null,
      endColumn: null,
      help: expect.any(String),
      labels: [],
    });
  });

  test('shows no password of an address', async () => {
    const manifest = `${PROJECT}[profiles.default]\nA = { description = "a", providers = ["vault://u:canary@h/m"] }\n`;
    const text = lintJson(await lintFiles({ 'manifest.toml': manifest }));
    expect(text).toContain('E0603');
    expect(text).not.toContain('canary');
  });
});

test('JSON text holds nothing that acts on a terminal, and means the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = jsonText([text]);
      expect(JSON.parse(written)).toEqual([text]);
      expect(written).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u);
    }),
  );
});
