/** Several manifests in one report: what they find in a common parent is reported once. */
import type { Locate } from '#schemas/diagnostics/located.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { type LintFindings, type LintOptions, lintManifest, type ManifestFindings } from './lint-manifest.js';
import type { NamedPolicies } from './lint-policies.js';

/** Paths of findings are relative to one folder for all. */
export async function lintManifests(
  manifests: readonly ManifestLocation[],
  options: LintOptions,
  named: NamedPolicies | null = null,
): Promise<LintFindings> {
  const found: ManifestFindings[] = [];
  const policies = named?.policies ?? [];
  for (const manifest of manifests) found.push(await lintManifest(manifest, { ...options, policies }));
  const ofPolicies =
    named === null ? [] : [await (await import('./lint-policies.js')).policyFindings(named, found, options)];
  const all: readonly Omit<LintFindings, 'file'>[] = [...found, ...ofPolicies];
  const locate: Locate = (place) => {
    for (const one of all) {
      const located = one.locate(place);
      if (located !== null) return located;
    }
    return null;
  };
  const file = found.map((one) => one.file).join(', ');
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
