/** What `tool doctor --format json` prints. */
import { DOCTOR_FORMAT, DOCTOR_TOPICS, type DoctorFinding, type DoctorReport } from '../doctor-report.js';
import { described, FLAG, listOf, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const FINDING = table<DoctorFinding>({
  topic: words(...DOCTOR_TOPICS),
  status: described('`error`: commands will fail.', words('ok', 'note', 'warning', 'error')),
  store: described('The store that it is about, without credentials.', TEXT_OR_NONE),
  message: TEXT,
  help: described('What to do.', TEXT_OR_NONE),
  command: described('The words of the command that does it.', { type: ['array', 'null'], items: TEXT }),
});

export const doctorSchema: Schema = table<DoctorReport>({
  format: { const: DOCTOR_FORMAT },
  ok: described('Whether there is no error.', FLAG),
  contacted: described('Whether stores were contacted.', FLAG),
  findings: described('In the order in which they were examined.', listOf(FINDING)),
});
