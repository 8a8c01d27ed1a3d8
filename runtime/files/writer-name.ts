/** Names of files and folders that identify the process that made them, so that those of a killed process can be removed. */
import { newToken, ownProcess, stateOf } from './lock-owner.js';

/** A unique name of this process. */
export function newWriterName(prefix: string): string {
  const { pid, start, place } = ownProcess();
  return `${prefix}${pid}-${start}-${digestOf(place)}-${newToken()}`;
}

/** Whether the process that has made the name still runs; null for a name of another form. */
export function writerOf(prefix: string, name: string): ReturnType<typeof stateOf> | null {
  const found = name.startsWith(prefix) ? PATTERN.exec(name.slice(prefix.length)) : null;
  if (found === null) return null;
  const [, pid = '', start = '', digest = ''] = found;
  const { place } = ownProcess();
  return stateOf({ pid: Number(pid), start, place: digest === digestOf(place) ? place : ELSEWHERE });
}

const PATTERN = /^(\d{1,10})-(\d{0,20})-([0-9a-f]{16})-[0-9a-z]{1,40}$/u;
/** A place that is none. */
const ELSEWHERE = '';

/** A place is too long for a name. */
function digestOf(place: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}
