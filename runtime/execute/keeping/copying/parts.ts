/** Parts of documents, which are not copied on their own (spec 2.11): an import is refused if its source has the document of one. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { Stores } from '../../../stores/stores.js';
import { aboutOf } from '../../about.js';
import { StoreProblems } from '../store-problems.js';
import type { CopyTask } from './copy.js';

/** The errors; none where the source has nothing for them, so that they are left out. */
export async function refusedParts({ linked, source }: CopyTask, stores: Stores): Promise<readonly Diagnostic[]> {
  const placed = source.parts.flatMap((step) => {
    const reading = source.readings.get(step.secret);
    return reading === undefined ? [] : [{ step, reading }];
  });
  if (placed.length === 0) return [];
  const answers = await stores.read(
    source.store,
    placed.map(({ reading }) => reading.at),
    'asked',
  );
  const problems = new StoreProblems(linked, stores, 'read');
  for (const [index, { step }] of placed.entries()) {
    const answer = answers[index];
    if (answer?.kind === 'failed') problems.addFailure({ step, store: source.store, failure: answer.failure });
    if (answer?.kind === 'found') problems.add(storesIo.E1116({ secret: step.secret }, aboutOf(linked, step)));
  }
  return problems.all();
}
