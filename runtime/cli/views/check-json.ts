/** The value-free report as JSON text: pretty-printed, with a newline (semantics 6.3). */

import type { Resolution } from '../../execute/resolution.js';
import { reportOf } from '../../session/report.js';

export function checkJson(resolution: Resolution): string {
  return `${JSON.stringify(reportOf(resolution), null, 2)}\n`;
}
