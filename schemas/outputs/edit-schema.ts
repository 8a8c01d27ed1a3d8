/** What `tool edit --format json` prints. */
import { EDIT_FORMAT, EDIT_OUTCOMES, type EditReport, type StoredSecret } from '../edit-report.js';
import { listOf, type Schema, TEXT, table, words } from './json-schema.js';

export const editSchema: Schema = table<EditReport>({
  format: { const: EDIT_FORMAT },
  profile: TEXT,
  outcome: words(...EDIT_OUTCOMES),
  written: listOf(table<StoredSecret>({ secret: TEXT, store: TEXT })),
});
