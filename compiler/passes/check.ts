/** Pass 8: runs the rules. The project is valid if nothing was reported by then. */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { rules } from '../rules/index.js';
import type { BoundProject } from '../tree/effective.js';
import type { GroupedProject } from '../tree/grouped.js';

export function check(project: GroupedProject<BoundProject>, report: Report): void {
  for (const rule of rules) rule(project, report);
}
