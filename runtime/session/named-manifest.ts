/** The manifest that a call is about. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../failure.js';
import { locateManifest, type ManifestLocation } from '../inputs/locate-manifest.js';
import { MANIFEST_NAME } from '../version.js';
import type { Call, CallContext } from './call.js';

/** Throws E0308 if there is none; a path that the call names is shown as given. */
export function requireManifest(call: Call): Promise<ManifestLocation> {
  return requireNamed(namedManifest(call), call);
}

/** The same for a path that a command gets in another way; null if none is named. */
export async function requireNamed(
  named: string | null,
  { workingFolder }: Pick<CallContext, 'workingFolder'>,
): Promise<ManifestLocation> {
  const manifest = locateManifest(named, workingFolder);
  const isThere = manifest !== null && (named === null || existsSync(join(manifest.folder, manifest.name)));
  if (isThere) return manifest;
  const { inheritance } = await import('#schemas/diagnostics/E03-inheritance.js');
  const { nearestPath } = await import('../inputs/nearest-path.js');
  fail(inheritance.E0308({ name: MANIFEST_NAME, path: named, nearest: named === null ? null : nearestPath(named) }));
}

/** Null if none is named and no folder above has one. A named one must exist. */
export async function presentManifest(call: Call): Promise<ManifestLocation | null> {
  return namedManifest(call) === null ? findManifest(call) : requireManifest(call);
}

/** Null if no folder above has one; a named one need not exist. */
export function findManifest(call: Call): ManifestLocation | null {
  return locateManifest(namedManifest(call), call.workingFolder);
}

/** As given: `--file`, else `TOOL_FILE`. */
export function namedManifest({ options, variables }: Call): string | null {
  return options.file ?? variables['TOOL_FILE'] ?? null;
}
