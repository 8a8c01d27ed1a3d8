/** A record of the audit log as one line of JSON, with the keys in the order of semantics 13. */
import type { Caller } from '../access/caller.js';
import { TOOL_VERSION } from '../version.js';
import type { AuditEvent } from './audit-record.js';
import { fittedLine } from './fit-record.js';

/** What all records of a session say. */
export interface RecordedSession {
  readonly id: string;
  readonly reason: string | null;
  readonly caller: Caller | null;
  readonly actor: Actor;
}

export interface Actor {
  readonly user?: string;
  /** The product that was recognized. */
  readonly agent?: string;
  readonly is_agent: boolean;
}

export interface Occurrence {
  readonly id: string;
  /** Counted per session. */
  readonly seq: number;
  readonly time: Date;
}

const RECORD_VERSION = 1;
/** What every record begins with, of any version. No text in a record holds it: JSON has a backslash before each quote. */
export const RECORD_BEGINNING = '{"v":';

export function recordText(event: AuditEvent, session: RecordedSession, { id, seq, time }: Occurrence): string {
  const { action, project, profile, scope, key, keys, command, provider, ref, refs, outcome, errorKind, purpose } =
    event;
  return fittedLine({
    v: RECORD_VERSION,
    id,
    ts: time.toISOString(),
    session_id: session.id,
    seq,
    action,
    project,
    profile,
    scope,
    key,
    keys,
    keys_omitted: undefined,
    keys_sha256: undefined,
    command,
    provider,
    ref,
    refs,
    outcome,
    error_kind: errorKind,
    reason: session.reason ?? undefined,
    caller: session.caller ?? undefined,
    purpose,
    actor: session.actor,
    version: TOOL_VERSION,
  });
}
