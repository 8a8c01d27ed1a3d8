/** `tool audit`: what the audit log has recorded (semantics 6.13). */

import { access } from '#schemas/diagnostics/E09-access.js';
import { LogReader } from '../../audit/read-log.js';
import { type ReadRecord, type RecordFilter, wantedRecords } from '../../audit/select-records.js';
import { Failure, UsageError } from '../../failure.js';
import { problemOf } from '../../files/file-fault.js';
import { codeOf } from '../../files/system-reason.js';
import type { Arguments } from '../arguments.js';
import { auditLogPath } from '../audit-log-path.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
import { auditLine } from '../views/audit-line.js';
import { harmlessJson } from '../views/json-text.js';
import { escapeForTerminal } from '../views/terminal-text.js';

export const audit: CommandModule = {
  spec: {
    name: 'audit',
    synopsis: '[OPTIONS]',
    options: [
      { name: 'project', value: 'NAME', summary: 'only records of this project' },
      { name: 'action', value: 'NAME', summary: 'only records of this action: get, set, delete, check, run, …' },
      { name: 'tail', short: 'n', value: 'N', summary: 'only the last N of them' },
      { name: 'json', summary: 'print the lines of the log: JSON, one record per line' },
      { name: 'follow', summary: 'wait for new records and print them until interrupted' },
    ],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Prints the records of the audit log, oldest first: who accessed which secrets, when and why. No record contains a
value. Lines of the log that are not records are skipped. Where and how much is recorded is set in [audit] of the
user configuration.`,
    examples: ['tool audit --tail 20', 'tool audit --project shop --action run --json', 'tool audit --follow'],
  },
  async run(args, context) {
    const tail = tailOf(args);
    const path = await auditLogPath(context);
    const isFollowing = args.has('follow');
    const filter = { project: args.text('project'), action: args.text('action') };
    const show: Show = args.has('json') ? ({ line }) => `${harmlessJson(line)}\n` : ({ members }) => auditLine(members);
    try {
      let log = openedLog(path);
      if (log === null) writeErr(`note: there is no audit log yet: ${escapeForTerminal(path)}\n`);
      else printRecords(lastOf(recordsIn(log, filter, isFollowing), tail), show);
      while (isFollowing) {
        await pause();
        log ??= openedLog(path);
        if (log !== null) printRecords(recordsIn(log, filter, true), show);
      }
      log?.close();
      return SUCCESS;
    } catch (error) {
      const reason = problemOf(error);
      throw reason === null ? error : new Failure([access.E0905({ path, reason })]);
    }
  },
};

type Show = (record: ReadRecord) => string;

const POLL_MS = 200;
/** Together in one write. */
const BATCH_CHARACTERS = 65_536;

function tailOf(args: Arguments): number {
  const text = args.text('tail');
  if (text === null) return Number.POSITIVE_INFINITY;
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new UsageError('`--tail` is not a number of records', 'give one such as `--tail 20`');
}

/** Null if there is none. */
function openedLog(path: string): LogReader | null {
  try {
    return new LogReader(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function* recordsIn(log: LogReader, filter: RecordFilter, isFollowing: boolean): Generator<ReadRecord> {
  for (const line of log.lines()) yield* wantedRecords(line, filter);
  // Otherwise its end is waited for.
  if (!isFollowing) yield* wantedRecords(log.rest, filter);
}

/** The last ones, of which no more than these are kept in memory. */
function* lastOf(records: Iterable<ReadRecord>, count: number): Generator<ReadRecord> {
  if (count === Number.POSITIVE_INFINITY) return yield* records;
  const kept: ReadRecord[] = [];
  let seen = 0;
  for (const record of records) if (count > 0) kept[seen++ % count] = record;
  for (let index = Math.max(0, seen - count); index < seen; index++) {
    const record = kept[index % count];
    if (record !== undefined) yield record;
  }
}

function printRecords(records: Iterable<ReadRecord>, show: (record: ReadRecord) => string): void {
  let batch = '';
  for (const record of records) {
    batch += show(record);
    if (batch.length < BATCH_CHARACTERS) continue;
    writeOut(batch);
    batch = '';
  }
  if (batch !== '') writeOut(batch);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
