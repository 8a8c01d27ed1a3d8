/** The manifest that a call is about. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from '../failure.js';
import { MANIFEST_NAME } from '../version.js';
import type { CallContext } from './call-context.js';
import { type InlineManifest, inlineLocation } from './inline-manifest.js';
import { locateManifest, type ManifestLocation } from './locate-manifest.js';

/** A call, as far as it says which manifest it is about. */
export interface ManifestCall extends CallContext {
  /** `file` as given; null if it was not. `inline` is used instead of any file. */
  readonly options: { readonly file: string | null; readonly inline?: InlineManifest };
}

/** Throws E0308 if there is none; a path that the call names is shown as given. */
export async function requireManifest(call: ManifestCall): Promise<ManifestLocation> {
  const { inline } = call.options;
  if (inline !== undefined) return inlineLocation(inline, () => call.workingFolder);
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
  const { nearestPath } = await import('./nearest-path.js');
  const nearest = named === null ? null : nearestPath(named, resolve(workingFolder, named));
  fail(inheritance.E0308({ name: MANIFEST_NAME, path: named, nearest }));
}

/** Null if none is named and no folder above has one. A named one must exist. */
export async function presentManifest(call: ManifestCall): Promise<ManifestLocation | null> {
  const isNamed = call.options.inline !== undefined || namedManifest(call) !== null;
  return isNamed ? requireManifest(call) : findManifest(call);
}

/** Null if no folder above has one; a named one need not exist. */
export function findManifest(call: ManifestCall): ManifestLocation | null {
  return locateManifest(namedManifest(call), call.workingFolder);
}

/** As given: `--file`, else `TOOL_FILE`. */
export function namedManifest({ options, variables }: ManifestCall): string | null {
  return options.file ?? variables['TOOL_FILE'] ?? null;
}
