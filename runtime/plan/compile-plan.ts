/** Compiles a manifest on disk without using the cache. */
import { join } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import { ManifestFailure } from '../failure.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd } from './front-end.js';
import { nodeHost, type ReadSource } from './node-host.js';
import type { ObtainedPlan } from './plan-cache.js';
import type { SourceFile } from './private-cache.js';
import { taggedSha256 } from './sha256.js';

/** Fails with all errors of the manifest if it does not compile. */
export async function compilePlan(manifest: ManifestLocation): Promise<ObtainedPlan> {
  const { compile } = await frontEnd();
  const host = nodeHost(manifest.folder, manifest.inline);
  const { plan, diagnostics } = await compile(host, manifest.name);
  if (plan === null) throw new ManifestFailure(diagnostics.filter(({ severity }) => severity === 'error'));
  const read = host.sources();
  const sources = read.map(({ path, sha256 }) => ({ path, sha256 }));
  return {
    sources,
    hash: taggedSha256(canonicalJson(plan)),
    plan,
    read: sourceFiles(read, manifest),
  };
}

/** A parent that is reached twice counts once, so which file each is matters as much as its bytes. A file alone has no twin. */
function sourceFiles(read: readonly ReadSource[], { folder, name, inline }: ManifestLocation): readonly SourceFile[] {
  const files = inline === undefined ? read : read.filter(({ path }) => path !== name);
  return files.map(({ path, bytes, identity }) => ({
    path: join(folder, path),
    bytes,
    ...(read.length > 1 && { identity }),
  }));
}
