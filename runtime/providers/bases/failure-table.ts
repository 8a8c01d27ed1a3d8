/**
 * What a program says when it fails, as a class of failure: a table for each program, whose first row that fits decides (providers-local 1.4,
 * 21). Rows of the sign-in come before those of an entry: a program that is not signed in may say that there is no entry.
 */
import { saying, withoutColours } from '../../programs/saying.js';
import type { StoreFailure } from '../provider.js';
import { type Failed, failed, quoted } from '../store-failure.js';

export interface FailureTable {
  readonly rows: readonly FailureRow[];
  /** What of its errors is for people; left out: all. */
  readonly message?: (errors: string) => string;
  /** What it prints when it fails is never a value, so that it is quoted where there are no errors. */
  readonly quotesOutput?: true;
  /** It also reports in its output while its errors are about something else, such as a warning of its runtime. */
  readonly reportsInOutput?: true;
}

/** A row without a condition fits everything. */
export interface FailureRow {
  /** The program ended with this status, or one of these. */
  readonly status?: number | readonly number[];
  /** Its errors; where there are none, its output: some programs report there that they are not signed in. */
  readonly says?: RegExp;
  readonly saysNot?: RegExp;
  /** `absent`: not a failure where an entry was asked for. */
  readonly kind: StoreFailure['kind'] | 'absent';
  /** Left out: its own words, or its status if it says nothing. */
  readonly detail?: string | ((told: Told) => string);
  readonly help?: string;
  /** Every other request to the store would fail in the same way. That a store is locked or unreachable always means that. */
  readonly concernsAll?: true;
}

/** What a detail is made of. */
export interface Told {
  /** Found when it is asked for: it takes long to look for a large input in them. */
  readonly words: string;
  readonly status: number;
}

/** A program that failed. */
export interface Said {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The row that decides, if one does, and what it makes of what the program said. */
export interface Classified {
  readonly row: FailureRow | null;
  readonly failure: Failed;
}

/** `name`: what messages call the program; `hidden`: what its words must not show, in lines. */
export function classified(table: FailureTable, said: Said, name: string, hidden?: string): Classified {
  const text = textOf(said);
  const row = rowFor(table, said, text);
  const isQuotable = table.quotesOutput === true || said.stderr.trim() !== '';
  const quotable = isQuotable ? text : '';
  const told: Told = {
    status: said.status,
    get words() {
      return saying(table.message?.(quotable) ?? quotable, hidden);
    },
  };
  const { kind = 'failed', detail = wordsOrStatus(name), help } = row ?? {};
  const known = typeof detail === 'function' ? detail(told) : detail;
  return { row, failure: failed(kind === 'absent' ? 'failed' : kind, known, help) };
}

/** What output says of an entry does not count beside errors: it may be a part of a value. */
function rowFor({ rows, reportsInOutput }: FailureTable, { status, stdout }: Said, text: string): FailureRow | null {
  const row = rows.find((each) => fits(each, status, text));
  if (row !== undefined || reportsInOutput !== true) return row ?? null;
  const output = startOf(stdout);
  return rows.find((each) => each.kind !== 'absent' && fits(each, status, output)) ?? null;
}

/** A detail: with which status the program ended, and what it said. */
export function endedWith(name: string): (told: Told) => string {
  return ({ words, status }) => `${name} ended with status ${status}${words === '' ? '' : `: ${quoted(words)}`}`;
}

function wordsOrStatus(name: string): (told: Told) => string {
  return ({ words, status }) => words || `${name} ended with status ${status}`;
}

/** A message is not longer. */
const MOST_BYTES = 64 * 1024;

function textOf({ stdout, stderr }: Said): string {
  return stderr.trim() === '' ? startOf(stdout) : withoutColours(stderr);
}

function startOf(stdout: Buffer): string {
  return withoutColours(stdout.subarray(0, MOST_BYTES).toString('utf8'));
}

function fits({ status: wanted, says, saysNot }: FailureRow, status: number, text: string): boolean {
  const isStatus = wanted === undefined || [wanted].flat().includes(status);
  return isStatus && says?.test(text) !== false && saysNot?.test(text) !== true;
}
