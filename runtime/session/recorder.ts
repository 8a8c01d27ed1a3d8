/** The recorder of a session: every operation, and every access to a store that counts by itself, becomes one event of the audit log. */
import type { CoordinateName } from '#schemas/plan.js';
import type { At } from '#schemas/addresses/address.js';
import type { AuditSettings } from '#schemas/user-config.js';
import type { Owner, StoreAccess } from '../access/store-access.js';
import type { AuditEvent, AuditLog, Purpose } from '../audit/audit-record.js';
import type { SessionPorts } from './ports.js';

/** The ports of the operation that is under way. */
type Reporting = Pick<SessionPorts, 'warn' | 'notice'>;

export class Recorder {
  readonly #openLog: (settings: AuditSettings) => AuditLog | null;
  readonly #purpose: Purpose | undefined;
  readonly #opened: { log?: AuditLog | null };

  /** `opened`: of the recorder that this one is for a request of. */
  constructor(openLog: (settings: AuditSettings) => AuditLog | null, purpose?: Purpose, opened = {}) {
    this.#openLog = openLog;
    this.#purpose = purpose;
    this.#opened = opened;
  }

  /** The same log for one request, whose purpose all its records have. */
  withPurpose(purpose: Purpose | undefined): Recorder {
    return purpose === undefined ? this : new Recorder(this.#openLog, purpose, this.#opened);
  }

  get isOpen(): boolean {
    return this.#opened.log !== undefined;
  }

  /** Opens the log, which must happen before the first record. The settings of the first operation hold for the session. */
  async open(settings: AuditSettings, ports: Reporting): Promise<void> {
    if (this.isOpen) return;
    const log = this.#openLog(settings);
    this.#opened.log = log;
    if (log?.createdAt) await announce(log.createdAt, ports);
    await this.reportProblems(ports);
  }

  /** Warns of failures since the last time. It stops nothing (spec 6, rule 5). */
  async reportProblems({ warn }: Pick<Reporting, 'warn'>): Promise<void> {
    const problems = this.#opened.log?.takeProblems() ?? [];
    if (problems.length === 0) return;
    const { problemWarning } = await import('./audit-words.js');
    await warn(problems.map(problemWarning));
  }

  record(event: AuditEvent): void {
    const purpose = this.#purpose;
    this.#opened.log?.append(purpose === undefined ? event : { ...event, purpose });
  }

  /** What stores and `execute/keeping/` report. */
  recordAccess({ at, ...access }: StoreAccess, { project, profile }: Owner): void {
    this.record({ ...access, project, profile, ref: refOf(at) });
  }
}

async function announce(path: string, { notice }: Reporting): Promise<void> {
  const { firstRunNote } = await import('./audit-words.js');
  await notice(firstRunNote(path));
}

const COORDINATES: readonly CoordinateName[] = ['vault', 'item', 'section', 'field', 'version'];

/** The coordinates as the log shows them; undefined for an entry that follows the convention. */
export function refOf(at: At | null | undefined): string | undefined {
  if (at?.kind !== 'native') return undefined;
  return COORDINATES.flatMap((name) => (at[name] === undefined ? [] : `${name}=${at[name]}`)).join(' ');
}
