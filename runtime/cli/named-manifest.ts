/** The manifest that a call is about. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../failure.js';
import { locateManifest, type ManifestLocation } from '../inputs/locate-manifest.js';
import { MANIFEST_NAME } from '../version.js';
import type { Arguments } from './arguments.js';

/** E0308 where there is none, in the words of the call where it names one. */
export async function requireManifest(args: Arguments): Promise<ManifestLocation> {
  return requireNamed(namedManifest(args));
}

/** The same of a path that a command takes in another way; null: none is named. */
export async function requireNamed(named: string | null): Promise<ManifestLocation> {
  const manifest = locateManifest(named, process.cwd());
  const isThere = manifest !== null && (named === null || existsSync(join(manifest.folder, manifest.name)));
  if (isThere) return manifest;
  const { inheritance } = await import('#schemas/diagnostics/E03-inheritance.js');
  const { nearestPath } = await import('../inputs/nearest-path.js');
  fail(inheritance.E0308({ name: MANIFEST_NAME, path: named, nearest: named === null ? null : nearestPath(named) }));
}

/** Null where none is named and no folder above has one. One that is named must be there. */
export async function presentManifest(args: Arguments): Promise<ManifestLocation | null> {
  return namedManifest(args) === null ? findManifest(args) : requireManifest(args);
}

/** Null where no folder above has one; one that is named need not be there. */
export function findManifest(args: Arguments): ManifestLocation | null {
  return locateManifest(namedManifest(args), process.cwd());
}

function namedManifest(args: Arguments): string | null {
  return args.text('file') ?? process.env['TOOL_FILE'] ?? null;
}
