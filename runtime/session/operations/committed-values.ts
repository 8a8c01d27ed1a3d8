/** A warning about values in plain text that the next commit would publish. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { plainFilesOf } from '#schemas/providers/plain-files.js';
import { filePathOf, type StoreUri } from '#schemas/addresses/store-uri.js';
import { homeFolder } from '../../inputs/folders.js';
import { gitStatusOf } from '../../inputs/git-status.js';
import { localPath } from '../../providers/local-path.js';
import type { Call } from '../call.js';

/** None for a store that is not a file, or that git ignores. */
export function committedValues({ variables, workingFolder }: Call, uri: StoreUri | null): readonly Diagnostic[] {
  if (uri === null) return [];
  if (plainFilesOf(uri.scheme) === null) return [];
  const shown = filePathOf(uri) || (descriptorOf(uri.scheme)?.uri.defaultLocation ?? '');
  const path = localPath(shown, { baseFolder: workingFolder, home: homeFolder(variables) });
  const status = typeof path === 'string' ? gitStatusOf(path, variables) : null;
  return status === null ? [] : [inheritance.W0303({ path: shown, isTracked: status === 'tracked' })];
}
