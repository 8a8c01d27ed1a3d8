/** Compiled plans in the user's cache folder, one per entry manifest, used only while every source has the bytes it was made of. */
import { join } from 'node:path';
import { PLAN_FORMAT, type Plan, type PlanSourceFile } from '#schemas/plan.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { TOOL_VERSION } from '../version.js';
import { readCached, writeCached } from './private-cache.js';
import { readSource } from './read-source.js';
import { textDigest } from './text-digest.js';

/** `hash` is over the canonical text, as in plan files. */
export interface CompiledPlan {
  readonly sources: readonly PlanSourceFile[];
  readonly hash: string;
  readonly plan: Plan;
}

/** With the bytes that each source had when it was compiled, in their order. */
export interface ObtainedPlan extends CompiledPlan {
  readonly bytes: readonly Uint8Array[];
}

interface CachedPlan extends CompiledPlan {
  /** The entry manifest's path: file names of the cache may coincide. */
  readonly entry: string;
}

const TAG = `tool plan ${TOOL_VERSION} ${PLAN_FORMAT}`;

/** The plan compiled before, if all its sources still have the same bytes. Any doubt gives null, and nothing is said. */
export function readCachedPlan(folder: string, manifest: ManifestLocation): ObtainedPlan | null {
  const found = readCached(cachePath(folder, manifest), TAG);
  if (found === null) return null;
  const { entry, ...compiled }: CachedPlan = JSON.parse(found.body);
  const isFresh = compiled.sources.every(({ path }, index) =>
    isUnchanged(join(manifest.folder, path), found.sources[index]),
  );
  return isFresh && entry === pathOf(manifest) ? { ...compiled, bytes: found.sources } : null;
}

export function writeCachedPlan(folder: string, manifest: ManifestLocation, obtained: ObtainedPlan): void {
  const { bytes, ...compiled } = obtained;
  const cached: CachedPlan = { entry: pathOf(manifest), ...compiled };
  writeCached(cachePath(folder, manifest), TAG, { sources: bytes, body: JSON.stringify(cached) });
}

function isUnchanged(path: string, bytes: Uint8Array | undefined): boolean {
  const found = readSource(path);
  return found.kind === 'bytes' && bytes !== undefined && found.bytes.equals(bytes);
}

function pathOf({ folder, name }: ManifestLocation): string {
  return join(folder, name);
}

function cachePath(folder: string, manifest: ManifestLocation): string {
  return join(folder, 'plans', textDigest(pathOf(manifest)));
}
