/** Several manifests in one report: what they find in a common parent is reported once. */
import type { Locate } from '#schemas/diagnostics/located.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { type LintFindings, type LintOptions, lintManifest } from './lint-manifest.js';

/** Paths of findings are relative to one folder for all. */
export async function lintManifests(
  manifests: readonly ManifestLocation[],
  options: LintOptions,
): Promise<LintFindings> {
  const all: LintFindings[] = [];
  for (const manifest of manifests) all.push(await lintManifest(manifest, options));
  const locate: Locate = (place) => {
    for (const one of all) {
      const located = one.locate(place);
      if (located !== null) return located;
    }
    return null;
  };
  const file = all.map((one) => one.file).join(', ');
  return {
    file,
    diagnostics: distinct(all.flatMap(({ diagnostics }) => diagnostics)),
    allowed: distinct(all.flatMap(({ allowed }) => allowed)),
    locate,
    fixesOf: (finding) => all.map(({ fixesOf }) => fixesOf?.(finding) ?? []).find((fixes) => fixes.length > 0) ?? [],
  };
}

function distinct<Found>(all: readonly Found[]): readonly Found[] {
  return [...new Map(all.map((found) => [JSON.stringify(found), found])).values()];
}
