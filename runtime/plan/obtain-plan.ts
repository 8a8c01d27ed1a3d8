/** A fresh cached plan, else compile and cache. */

import { canonicalJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { fail } from '../failure.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd } from './front-end.js';
import { nodeHost } from './node-host.js';
import { type CachedPlan, readCachedPlan, writeCachedPlan } from './plan-cache.js';
import { taggedSha256 } from './sha256.js';

/** The plan of this manifest. Stops with every mistake of the manifest where it does not compile. */
export async function obtainPlan(cacheFolder: string, manifest: ManifestLocation): Promise<CachedPlan> {
  const cached = readCachedPlan(cacheFolder, manifest);
  if (cached !== null) return cached;
  const { compiled } = await compilePlan(manifest);
  writeCachedPlan(cacheFolder, manifest, compiled);
  return compiled;
}

/** Compiles without looking at the cache; also gives the warnings. */
export async function compilePlan(
  manifest: ManifestLocation,
): Promise<{ readonly compiled: CachedPlan; readonly warnings: readonly Diagnostic[] }> {
  const { compile } = await frontEnd();
  const host = nodeHost(manifest.folder);
  const { plan, diagnostics } = await compile(host, manifest.name);
  if (plan === null) fail(...diagnostics.filter(({ severity }) => severity === 'error'));
  const compiled = { sources: host.sources(), hash: taggedSha256(canonicalJson(plan)), plan };
  return { compiled, warnings: diagnostics };
}
