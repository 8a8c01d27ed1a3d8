/**
 * The file of the audit log, as one session writes it: opened at once, so that a problem is known before any secret is accessed, then
 * one `write` per record. Nothing here fails the caller: what goes wrong is kept for `takeProblems`.
 */
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { appendLine, FOREIGN, makeAppendable } from './appended-file.js';
import type { AuditEvent, AuditLog, AuditProblem } from './audit-record.js';
import { type RecordedSession, RECORD_BEGINNING, recordText } from './record-text.js';
import { randomUuid } from './uuid.js';

const DEFAULT_BYTES = NO_USER_CONFIG.audit.maxSizeBytes;

export interface LogPlace {
  /** Absolute. */
  readonly path: string;
  /** Whether the user has chosen it. */
  readonly isChosen: boolean;
  readonly maxSizeBytes: number;
}

export function openLogFile(
  { path, isChosen, maxSizeBytes }: LogPlace,
  caller: Omit<RecordedSession, 'id'>,
  now: () => Date,
): AuditLog {
  const session = { ...caller, id: randomUuid() };
  const problems = new Map<string, AuditProblem>();
  let seq = 0;

  function attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      const code = codeOf(error);
      const reason = reasonOf(code);
      problems.set(reason, code === FOREIGN ? { kind: 'foreign', path } : { kind: 'unwritable', path, reason });
      return false;
    }
  }

  if (maxSizeBytes === 0) problems.set('', { kind: 'no size' });
  const limit = maxSizeBytes === 0 ? DEFAULT_BYTES : maxSizeBytes;
  const file = { path, beginning: isChosen ? RECORD_BEGINNING : null };
  let createdAt: string | null = null;
  const isOpen = attempt(() => {
    if (makeAppendable(file) === 'created') createdAt = path;
  });
  return {
    createdAt,
    append(event: AuditEvent) {
      if (!isOpen) return;
      const text = recordText(event, session, { id: randomUuid(), seq: seq++, time: now() });
      attempt(() => appendLine(file, Buffer.from(`${text}\n`, 'utf8'), limit));
    },
    takeProblems() {
      const taken = [...problems.values()];
      problems.clear();
      return taken;
    },
  };
}

/** A log that is not kept, for this reason. */
export function closedLog(problem: AuditProblem): AuditLog {
  let problems = [problem];
  return {
    createdAt: null,
    append() {},
    takeProblems() {
      const taken = problems;
      problems = [];
      return taken;
    },
  };
}
