/** The folder that annotations of a GitHub workflow are relative to: the checkout, regardless of the step's working folder. */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import type { CallContext } from '../session/call.js';

/** `GITHUB_WORKSPACE` if the working folder is in it, else the working folder. */
export function annotationRoot(folder: string, { variables, workingFolder }: CallContext): string {
  const workspace = variables['GITHUB_WORKSPACE'] ?? '';
  if (!isAbsolute(workspace)) return workingFolder;
  return [workspace, realFolder(workspace)].find((root) => isIn(root, folder)) ?? workingFolder;
}

function isIn(root: string, folder: string): boolean {
  const inner = relative(root, folder);
  return !isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`);
}

/** The path itself if there is no such folder. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
