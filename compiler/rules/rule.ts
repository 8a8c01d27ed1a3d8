/** A rule checks a project that is valid so far; its only output is diagnostics. */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import type { BoundProject, Secret } from '../tree/effective.js';
import type { GroupedProject } from '../tree/grouped.js';

export type Rule = (project: GroupedProject<BoundProject>, report: Report) => void;

/** A rule about one secret at a time. */
export function aboutSecrets(judge: (secret: Secret, report: Report) => void): Rule {
  return ({ project }, report) => {
    for (const secret of project.secrets) judge(secret, report);
  };
}
