/** Compiles a manifest to find what is wrong or doubtful in it. Reads manifests alone: no cache, no user configuration, no store. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { fail } from '../failure.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd } from '../plan/front-end.js';
import { nodeHost } from '../plan/node-host.js';
import { prefixOf, shownFile, shownFrom } from './shown-places.js';

/** With places as seen from the working folder. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly locate: Locate;
}

/** Stops where there is no manifest at all, as every command does. */
export async function lintManifest({ folder, name }: ManifestLocation): Promise<Findings> {
  const { compile, locator } = await frontEnd();
  const { diagnostics, files } = await compile(nodeHost(folder), name, { warnings: true });
  if (diagnostics.some(({ code }) => code === 'E0308')) fail(...diagnostics);
  if (diagnostics.length === 0) return { diagnostics, locate: () => null };
  const prefix = prefixOf(folder);
  const sources = files.map((file) => ({ ...file, path: shownFile(prefix, file.path) }));
  return { diagnostics: diagnostics.map((found) => shownFrom(prefix, found)), locate: await locator(sources) };
}
