/** Where the private folder for an editor is made. */
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import type { Variables } from '../inputs/folders.js';
import { temporaryFolder } from '../inputs/temporary-folder.js';
import { memoryFolder } from './memory-folder.js';
import { PrivatePlace } from './private-place.js';

/** In memory where the system has such a folder, else in one for temporary files that belongs to no project. */
export function placeFor(variables: Variables, project: string, workingFolder: string): PrivatePlace {
  const shared = memoryFolder(variables) ?? temporaryFolder(variables, project, workingFolder);
  if (shared === null)
    return fail(templates.E1614({ reason: 'has no place: every temporary folder is inside the project' }));
  try {
    return new PrivatePlace(shared);
  } catch (error) {
    const reason = problemOf(error);
    if (reason === null) throw error;
    return fail(templates.E1614({ reason: `cannot be made: ${reason}` }));
  }
}
