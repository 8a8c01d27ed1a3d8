/** Compiles a manifest on disk, whatever the cache holds. */
import { join } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import { fail } from '../failure.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd } from './front-end.js';
import { nodeHost } from './node-host.js';
import type { ObtainedPlan } from './plan-cache.js';
import { taggedSha256 } from './sha256.js';

/** Stops with every mistake of the manifest where it does not compile. */
export async function compilePlan(manifest: ManifestLocation): Promise<ObtainedPlan> {
  const { compile } = await frontEnd();
  const host = nodeHost(manifest.folder);
  const { plan, diagnostics } = await compile(host, manifest.name);
  if (plan === null) fail(...diagnostics.filter(({ severity }) => severity === 'error'));
  const read = host.sources();
  const sources = read.map(({ path, sha256 }) => ({ path, sha256 }));
  return {
    sources,
    hash: taggedSha256(canonicalJson(plan)),
    plan,
    read: read.map(({ path, bytes }) => ({ path: join(manifest.folder, path), bytes })),
  };
}
