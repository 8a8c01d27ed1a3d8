/** Which lines of an audit log are wanted. */
import { isRecord } from '#schemas/is-record.js';

export interface RecordFilter {
  readonly project: string | null;
  /** In any case of its letters. */
  readonly action: string | null;
}

/** A line of the log and what it says. */
export interface ReadRecord {
  readonly line: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Null for a line that is not a JSON object, or is not wanted. */
export function wantedRecord(line: string, { project, action }: RecordFilter): ReadRecord | null {
  const members = membersOf(line);
  if (members === null) return null;
  if (project !== null && members['project'] !== project) return null;
  if (action !== null && String(members['action']).toLowerCase() !== action.toLowerCase()) return null;
  return { line, members };
}

function membersOf(line: string): ReadRecord['members'] | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
