/** Diagnostics of a golden case as the tool shows them: with their places, but under a scope without. */
import { locator, placeFindings } from '#compiler/index.js';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { SHOWN_USER_CONFIG } from '#schemas/user-config.js';
import type { CaseFiles } from './linked-case.js';
import { memoryHost } from './memory-host.js';

/** Under a scope no source line is shown: it could name what is hidden (spec 4.2, rule 10). */
export async function shownDiagnostics(
  files: CaseFiles,
  diagnostics: readonly Diagnostic[],
  isScoped: boolean,
): Promise<string> {
  const placed = isScoped ? diagnostics : await withPlaces(files, diagnostics);
  const shownPath = (path: string) => (path === 'user.toml' ? SHOWN_USER_CONFIG : path);
  const sources = Object.entries(files).map(([path, text]) => ({ path: shownPath(path), text }));
  return renderDiagnostics(placed, { locate: await locator(sources), colour: false });
}

async function withPlaces(files: CaseFiles, diagnostics: readonly Diagnostic[]): Promise<readonly Diagnostic[]> {
  return diagnostics.map(await placeFindings(memoryHost(files), 'manifest.toml'));
}
