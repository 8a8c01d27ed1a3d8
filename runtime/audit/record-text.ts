/** A record of the audit log as one line of JSON, with the keys in the order of semantics 13. */
import type { Caller } from '../access/caller.js';
import { TOOL_VERSION } from '../version.js';
import type { AuditEvent } from './audit-record.js';

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

export function recordText(event: AuditEvent, session: RecordedSession, { id, seq, time }: Occurrence): string {
  const { action, project, profile, scope, key, keys, command, provider, ref, outcome, errorKind } = event;
  const text = JSON.stringify({
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
    keys: keys === undefined || keys.length === 0 ? undefined : keys,
    command,
    provider,
    ref,
    outcome,
    error_kind: errorKind,
    reason: session.reason ?? undefined,
    caller: session.caller ?? undefined,
    actor: session.actor,
    version: TOOL_VERSION,
  });
  return text.replace(TERMINAL_CONTROLS, escaped);
}

/** Controls that JSON may contain as they are, and a terminal obeys. */
const TERMINAL_CONTROLS = /[\u007f-\u009f]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
