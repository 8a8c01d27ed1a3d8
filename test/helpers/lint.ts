/** What `tool lint` finds in files in memory. */
import { compile, locator, placedFixes } from '#compiler/index.js';
import type { LintFindings } from '#runtime/analysis/lint-manifest.js';
import { memoryHost } from './memory-host.js';

export async function lintFiles(files: Readonly<Record<string, string>>): Promise<LintFindings> {
  const { diagnostics, files: sources } = await compile(memoryHost(files), 'manifest.toml', { warnings: true });
  const locate = await locator(sources);
  return { file: 'manifest.toml', diagnostics, allowed: [], locate, fixesOf: placedFixes(sources, locate) };
}
