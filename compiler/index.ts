/** The entry point of the compiler. */
import type { Locate } from '#schemas/diagnostics/located.js';
import type { SourceFile } from './source/source-file.js';

export { allowancesIn, type IsAllowed } from './allowances.js';
export { type NewManifest, newManifest } from './edit/new-manifest.js';
export { withEdits } from './edit/fix-edits.js';
export type { PlacedFix } from './edit/placed-fixes.js';
export { placedFixes } from './edit/placed-fixes.js';
export { type Compiled, compile, type Trees } from './pipeline.js';
export { type ChangePlaces, placesOfChanges } from './place-of-change.js';
export { placeFindings } from './place-of-subject.js';
export { readUserConfig } from './user-config.js';

/** Finds places in these files. Loads the position grammar, so call it only to print a diagnostic. */
export async function locator(sources: Iterable<SourceFile>): Promise<Locate> {
  const { locateIn } = await import('./source/locate.js');
  return locateIn(sources);
}
