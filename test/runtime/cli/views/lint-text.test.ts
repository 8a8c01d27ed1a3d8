/** What people see: a few findings of one code in full, the others in a line each, and on a terminal that all is well. */
import { describe, expect, test } from '@jest/globals';
import type { LintFindings } from '#runtime/analysis/lint-manifest.js';
import { lintText } from '#runtime/cli/views/lint-text.js';
import { lintFiles } from '../../../helpers/lint.js';

const manifest = (...lines: readonly string[]) => ({
  'manifest.toml': ['[project]', 'name = "a"', 'revision = "1.0"', '[profiles.default]', ...lines].join('\n'),
});
const secret = (index: number) => `A${index} = { description = "a", x${index} = 1 }`;
const textOf = (findings: LintFindings, isTerminal = false) => lintText(findings, { colour: false, isTerminal });
const withSecrets = async (count: number) =>
  textOf(await lintFiles(manifest(...Array.from({ length: count }, (_, index) => secret(index)))));

describe('findings of one code', () => {
  test('are shown in full up to three', async () => {
    expect((await withSecrets(3)).match(/^error/gmu)).toHaveLength(3);
    expect(await withSecrets(3)).not.toContain(' more');
  });

  test('have a line each after the third', async () => {
    const [, rest] = (await withSecrets(5)).split(/\n(?=error\[E0203\]: unknown key: )/u);
    expect(rest).toBe(`error[E0203]: unknown key: 2 more
  manifest.toml:8:27 \`x3\` is not a key of the declaration of \`A3\`
  manifest.toml:9:27 \`x4\` is not a key of the declaration of \`A4\`
`);
  });

  test('are counted after the fiftieth', async () => {
    const lines = (await withSecrets(60)).split('\n');
    expect(lines.filter((line) => line.startsWith('  manifest.toml:'))).toHaveLength(47);
    expect(lines.slice(-2)).toEqual(['  and 10 more', '']);
  });

  test('have no line that is longer than a screen, whatever they quote', async () => {
    const long = (index: number) => `A${index} = { description = "a", "\\u001b${'y'.repeat(900)}${index}" = 1 }`;
    const text = textOf(await lintFiles(manifest(...[0, 1, 2, 3].map(long))));
    const [last = ''] = text.trimEnd().split('\n').slice(-1);
    expect(last).toMatch(/^ {2}manifest\.toml:8:27 `\\x1by+…$/u);
    expect(last.length).toBeLessThanOrEqual(202);
  });
});

describe('success', () => {
  const clean: LintFindings = { file: 'app/manifest.toml', diagnostics: [], allowed: [], locate: () => null };
  const allowing = async (count: number): Promise<LintFindings> => {
    const { diagnostics } = await lintFiles(manifest(...Array.from({ length: count }, (_, index) => secret(index))));
    return { ...clean, allowed: diagnostics.map((diagnostic) => ({ diagnostic, by: 'option' })) };
  };

  test('is said on a terminal', () => expect(textOf(clean, true)).toBe('app/manifest.toml: no errors, no warnings\n'));
  test('is silent elsewhere', () => expect(textOf(clean)).toBe(''));
  test('tells what was allowed', async () =>
    expect(textOf(await allowing(2), true)).toBe('app/manifest.toml: no errors, no warnings (2 allowed)\n'));
  test('writes no control character', () =>
    expect(textOf({ ...clean, file: 'a\x1b[2J/manifest.toml' }, true)).not.toContain('\x1b'));
});
