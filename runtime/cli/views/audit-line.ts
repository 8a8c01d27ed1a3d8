/** A record of the audit log as one line for people (semantics 6.13). */
import { isRecord } from '#schemas/is-record.js';
import { escapeForTerminal } from './terminal-text.js';

type Members = Readonly<Record<string, unknown>>;

const ACTION_COLUMNS = 6;
const GAP = '  ';

/** What has another type than it should is left out: another program may have written it. */
export function auditLine(record: Members): string {
  const text = (name: string) => shown(record[name]);
  const action = text('action') ?? '?';
  const parts = [
    text('ts') ?? '?',
    `${action.padEnd(ACTION_COLUMNS)} ${text('outcome') ?? '?'}`,
    text('command'),
    text('key') ?? listed(record['keys'], record['keys_omitted']),
    contextOf(record),
    labelled('reason', text('reason')),
    labelled('caller', callerOf(record['caller'])),
    isRecord(record['actor']) && record['actor']['is_agent'] === true ? '[agent]' : null,
  ];
  return `${parts.filter((part) => part !== null).join(GAP)}\n`;
}

function contextOf(record: Members): string {
  const [project, profile, scope, provider] = ['project', 'profile', 'scope', 'provider'].map((name) =>
    shown(record[name]),
  );
  const scoped = scope === null ? '' : ` scope:${scope}`;
  const via = provider === null ? '' : ` via ${provider}`;
  return `(${project ?? '?'}/${profile ?? '?'}${scoped}${via})`;
}

/** `name@version/operation resource`. */
function callerOf(caller: unknown): string | null {
  if (!isRecord(caller)) return null;
  const [name, version, operation, resource] = ['name', 'version', 'operation', 'resource'].map((part) =>
    shown(caller[part]),
  );
  if (name === null) return null;
  const at = version === null ? '' : `@${version}`;
  const doing = operation === null ? '' : `/${operation}`;
  return `${name}${at}${doing}${resource === null ? '' : ` ${resource}`}`;
}

function labelled(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}

function listed(keys: unknown, omitted: unknown): string | null {
  const names = Array.isArray(keys) ? keys.map(shown).filter((key) => key !== null) : [];
  if (typeof omitted === 'number') names.push(`… (${omitted} more)`);
  return names.length === 0 ? null : names.join(',');
}

/** Controls as `\\xNN`, and whatever else a terminal could obey or hide spelled out. */
function shown(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return escapeForTerminal(value.replace(controls(), (character) => `\\x${hex(character)}`));
}

const controls = () => /\p{Cc}/gu;

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}
