/** Compiled plans in the user's cache folder, one per entry manifest, used only while every source has the bytes it was made of. */
import { join } from 'node:path';
import { PLAN_FORMAT, type Plan, type PlanSourceFile } from '#schemas/plan.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { TOOL_VERSION } from '../version.js';
import { readCached, writeCached } from './private-cache.js';
import { readSource } from './read-source.js';
import { sha256 } from './sha256.js';

/** `hash` is over the canonical text, as in plan files. */
export interface CachedPlan {
  readonly sources: readonly PlanSourceFile[];
  readonly hash: string;
  readonly plan: Plan;
}

const TAG = `tool plan ${TOOL_VERSION} ${PLAN_FORMAT}`;

/** The plan compiled before, if all its sources still have the same bytes. Any doubt gives null, and nothing is said. */
export function readCachedPlan(folder: string, manifest: ManifestLocation): CachedPlan | null {
  const body = readCached(cachePath(folder, manifest), TAG);
  if (body === null) return null;
  const cached: CachedPlan = JSON.parse(body);
  return cached.sources.every((source) => isUnchanged(manifest.folder, source)) ? cached : null;
}

export function writeCachedPlan(folder: string, manifest: ManifestLocation, cached: CachedPlan): void {
  writeCached(cachePath(folder, manifest), TAG, JSON.stringify(cached));
}

export function isUnchanged(folder: string, source: PlanSourceFile): boolean {
  const found = readSource(join(folder, source.path));
  return found.kind === 'bytes' && sha256(found.bytes) === source.sha256;
}

function cachePath(folder: string, { folder: at, name }: ManifestLocation): string {
  return join(folder, 'plans', `${sha256(join(at, name)).slice(0, 32)}.json`);
}
