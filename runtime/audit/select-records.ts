/** Which lines of an audit log are wanted. */
import { isRecord } from '#schemas/is-record.js';
import { RECORD_BEGINNING } from './record-text.js';

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

/**
 * The wanted records of a line; none in a line that is not a record. There are several if a line had no end, as after a power failure:
 * the next record was appended to it.
 */
export function wantedRecords(line: string, filter: RecordFilter): readonly ReadRecord[] {
  const record = recordOf(line);
  const records = record === null ? partsOf(line).flatMap((part) => recordOf(part) ?? []) : [record];
  return records.filter(({ members }) => isWanted(members, filter));
}

/** Cut before each beginning of a record. */
function partsOf(line: string): readonly string[] {
  return line.split(RECORD_BEGINNING).map((part, at) => (at === 0 ? part : `${RECORD_BEGINNING}${part}`));
}

function recordOf(line: string): ReadRecord | null {
  const members = membersOf(line);
  return members && { line, members };
}

function isWanted(members: ReadRecord['members'], { project, action }: RecordFilter): boolean {
  if (project !== null && members['project'] !== project) return false;
  return action === null || String(members['action']).toLowerCase() === action.toLowerCase();
}

function membersOf(line: string): ReadRecord['members'] | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
