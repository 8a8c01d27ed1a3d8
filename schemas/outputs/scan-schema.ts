/** What `tool scan --format json` prints. */
import {
  NOT_SOUGHT_REASONS,
  type NotSought,
  SCAN_FORMAT,
  SCAN_FORMS,
  type ScanFinding,
  type ScannedSecret,
  type ScanReport,
  type UnsearchedFile,
} from '../scan-report.js';
import { described, listOf, NAMES, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const FROM_ONE: Schema = { type: 'integer', minimum: 1 };
const SECRET = { secret: TEXT, profiles: described('Those in which the secret has this value.', NAMES) };

export const scanSchema: Schema = table<ScanReport>({
  format: { const: SCAN_FORMAT },
  findings: listOf(
    table<ScanFinding>({
      file: described('From the working folder.', TEXT),
      line: FROM_ONE,
      column: described('In characters.', FROM_ONE),
      offset: described('Of the first byte, from 0 on.', COUNT),
      commit: described('The oldest one that has it there; null outside of the history.', TEXT_OR_NONE),
      form: described('How the value is written there.', words(...SCAN_FORMS)),
      secrets: described('All that have this value.', listOf(table<ScannedSecret>(SECRET))),
    }),
  ),
  notLookedFor: listOf(table<NotSought>({ ...SECRET, reason: words(...NOT_SOUGHT_REASONS) })),
  notSearched: described('What cannot be read.', listOf(table<UnsearchedFile>({ file: TEXT, reason: TEXT }))),
  files: described('How many were searched.', COUNT),
  bytes: COUNT,
});
