/** Finds the manifest: the named one, else the nearest in or above the working folder (semantics 1.1). */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../failure.js';
import { isSuspect } from '../values/utf8.js';
import { MANIFEST_NAME } from '../version.js';

/** A manifest by its absolute path; relative paths of stores start from `folder`, which is not made canonical. */
export interface ManifestLocation {
  readonly folder: string;
  readonly name: string;
  /** Given where the manifest is this text, and no file. `isOurs`: the tool has made it. */
  readonly inline?: { readonly text: string; readonly mayExtend: boolean; readonly isOurs?: true };
}

/** Equal for two calls of one manifest, whatever it contains if it is a file. */
export function manifestKey({ folder, name, inline }: ManifestLocation): string {
  return inline === undefined ? join(folder, name) : JSON.stringify([folder, inline]);
}

/**
 * `named` is `--file`, else `TOOL_FILE`; a folder stands for the manifest in it, and a blank one is a usage error. Null if no folder
 * above has a manifest.
 */
export function locateManifest(named: string | null, workingFolder: string): ManifestLocation | null {
  if (named === null) return nearestManifest(workingFolder);
  if (named.trim() === '')
    throw new UsageError('the path of the manifest is blank', 'give a file with `--file PATH` or `TOOL_FILE`');
  const path = resolve(workingFolder, named);
  if (existsSync(join(path, MANIFEST_NAME))) return { folder: path, name: MANIFEST_NAME };
  return { folder: dirname(path), name: basename(path) };
}

/** Only existence decides: a nearer file that is broken, or that cannot be named, is an error and is never skipped. */
function nearestManifest(workingFolder: string): ManifestLocation | null {
  for (let folder = workingFolder, upwards = ''; ; folder = dirname(folder), upwards = join('..', upwards)) {
    if (existsSync(join(folder, MANIFEST_NAME))) return { folder, name: MANIFEST_NAME };
    // The runtime has replaced bytes of this path, so that it leads nowhere; the relative one leads to the folder.
    if (isSuspect(folder) && existsSync(join(upwards, MANIFEST_NAME)))
      throw new UsageError('the path of the manifest is not valid UTF-8', 'paths must be UTF-8: rename the folder');
    if (dirname(folder) === folder) return null;
  }
}
