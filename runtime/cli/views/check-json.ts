/** The value-free report as JSON text: pretty-printed, with a newline (semantics 6.3). */
import { reportOf } from '../../execute/report.js';
import type { Resolution } from '../../execute/resolution.js';

export function checkJson(resolution: Resolution): string {
  return `${JSON.stringify(reportOf(resolution), null, 2)}\n`;
}
