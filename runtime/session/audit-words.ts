/** Messages about the audit log: that there is one now, and its failures. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { access } from '#schemas/diagnostics/E09-access.js';
import type { AuditProblem } from '../audit/audit-record.js';

export function problemWarning(problem: AuditProblem): Diagnostic {
  switch (problem.kind) {
    case 'unwritable':
      return access.W0901({ path: problem.path, reason: problem.reason });
    case 'foreign':
      return access.W0904({ path: problem.path });
    case 'relative':
      return access.W0902({ path: problem.path });
    case 'nowhere':
      return access.W0902({ path: null });
    case 'no size':
      return access.W0903({});
  }
}

export function firstRunNote(path: string): string {
  return `note: accesses to secrets, never their values, are recorded in ${path}; to turn this off, add \`enabled = false\` to \`[audit]\` in the user configuration`;
}
