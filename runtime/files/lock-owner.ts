/** Who holds a lock: a record that tells whether its writer still runs, even if its process ID was reused. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { proc } from './proc.js';
import { processExists } from './process-exists.js';
import { statOf } from './process-stat.js';

/** A process that writes, and may have ended. */
export interface Writer {
  readonly pid: number;
  /** When the process started, in the system's ticks; empty if the system does not tell. */
  readonly start: string;
  /** The machine, its boot and the namespace of process IDs: only there can the pid be looked up. */
  readonly place: string;
}

export interface LockOwner extends Writer {
  /** Identifies this use of the lock, and names its temporary file. */
  readonly token: string;
}

/** States of a process that its parent has not waited for. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);

/** The age from which a lock or file counts as abandoned if its writer cannot be looked up. */
export const abandonedAfterMs = 120_000;

/** This process. */
export function ownProcess(): Writer {
  return { pid: process.pid, start: startOf(process.pid) ?? '', place: here() };
}

/** A new record of this process. */
export function ownRecord(token: string): string {
  const { pid, start, place } = ownProcess();
  return `tool pid=${pid} start=${start} token=${token} place=${place}`;
}

/** The owner that a record names; null for text that is not a record (a foreign or an incomplete file). */
export function parseRecord(record: string): LockOwner | null {
  const found = /^tool pid=(\d{1,10}) start=(\d{0,20}) token=([0-9a-z]{1,40}) place=(.*)$/.exec(record);
  if (found === null) return null;
  const [, pid = '', start = '', token = '', place = ''] = found;
  return { pid: Number(pid), start, token, place };
}

/** `unknown`: another machine or container, or a system that does not tell when processes started. */
export function stateOf(owner: Writer): 'alive' | 'gone' | 'unknown' {
  if (owner.place !== here()) return 'unknown';
  if (!processExists(owner.pid)) return 'gone';
  const start = startOf(owner.pid);
  if (owner.start === '' || start === null) return 'unknown';
  return start === owner.start ? 'alive' : 'gone';
}

/** A name for one use of the lock or one temporary file; unique also among machines that share the folder. */
export function newToken(): string {
  const random = () => Math.random().toString(36).slice(2, 12);
  return `${process.pid.toString(36)}${random()}${random()}`;
}

/** Ticks since boot; `0` for a process that has ended but was not reaped; null if the system does not tell. */
function startOf(pid: number): string | null {
  const stat = statOf(pid);
  return stat !== null && ENDED.has(stat.state) ? '0' : (stat?.start ?? null);
}

let place: string | null = null;

function here(): string {
  place ??= [
    hostname(),
    textOf(() => readFileSync(proc('sys/kernel/random/boot_id'), 'latin1').trim()),
    textOf(() => readlinkSync(proc('self/ns/pid'))),
  ].join('/');
  return place;
}

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
