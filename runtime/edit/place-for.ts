/** Where the private folder for an editor is made, and the file in it. */
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import type { Variables } from '../inputs/folders.js';
import { temporaryFolder } from '../inputs/temporary-folder.js';
import { memoryFolder } from './memory-folder.js';
import { PrivatePlace } from './private-place.js';

/** Where a call is made: its variables, the folder of its project, where no value may be, and the working one. */
export interface Around {
  readonly variables: Variables;
  readonly project: string;
  readonly workingFolder: string;
}

/** In memory where the system has such a folder, else in one for temporary files that belongs to no project. */
export async function placeFor({ variables, project, workingFolder }: Around, text: string): Promise<PrivatePlace> {
  const shared = memoryFolder(variables) ?? temporaryFolder(variables, project, workingFolder);
  if (shared === null)
    return fail(templates.E1614({ reason: 'has no place: every temporary folder is inside the project' }));
  const place = await tried('made', async () => new PrivatePlace(shared));
  try {
    await tried('written', async () => place.write(text));
    return place;
  } catch (error) {
    await place.end();
    throw error;
  }
}

async function tried<T>(what: 'made' | 'written', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = problemOf(error);
    if (reason === null) throw error;
    return fail(templates.E1614({ reason: `cannot be ${what}: ${reason}` }));
  }
}
