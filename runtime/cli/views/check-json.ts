/** The value-free report as JSON text: pretty-printed, with a newline (semantics 6.3). */
import type { ShowReport } from '../../session/operations/check.js';
import { reportOf } from '../../session/report.js';

export function checkJson(...[resolution, , breaches]: Parameters<ShowReport>): string {
  return `${JSON.stringify(reportOf(resolution, breaches), null, 2)}\n`;
}
