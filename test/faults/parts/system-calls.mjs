/** System calls of one start of the tool that concern its files and streams, as strace counts them, and how they may fail. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the kernel may answer to each. An interrupted call is made again, so that nobody notices. */
export const ANSWERS = {
  openat: ['EIO', 'EACCES', 'ENOSPC', 'EMFILE', 'EINTR'],
  read: ['EIO', 'EINTR'],
  write: ['EIO', 'ENOSPC', 'EDQUOT', 'EINTR'],
  fsync: ['EIO', 'ENOSPC'],
  rename: ['EIO', 'EACCES', 'ENOSPC'],
  symlink: ['EACCES', 'ENOSPC'],
  link: ['EACCES', 'ENOSPC'],
  unlink: ['EIO', 'EACCES'],
  mkdir: ['EACCES', 'ENOSPC'],
  fchmod: ['EPERM'],
  statx: ['EIO', 'EACCES'],
  readlink: ['EIO', 'EACCES'],
  getdents64: ['EIO'],
};
const TRACED = Object.keys(ANSWERS).join(',');

/** Why none can be made to fail here, or null. */
export function straceProblem() {
  const { status, error } = spawnSync('strace', ['-o', '/dev/null', 'true']);
  if (error !== undefined) return 'strace is not installed';
  return status === 0 ? null : 'strace may not trace here';
}

/**
 * Calls that touch the project, what the tool keeps, its temporary files, or a standard stream. The n-th of its name in the
 * first thread, which is how it is met again: the same start makes the same calls.
 */
export function callsOf(project, words) {
  const log = join(project.folder, 'strace.log');
  const ended = project.spawn([...strace(log), ...project.tool, ...words]);
  const counts = new Map();
  const calls = linesOf(log).flatMap(({ name, line }) => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return isOurs(project, name, line) ? [{ name, nth, line }] : [];
  });
  return { calls, ended };
}

/**
 * The same of calls of one name, in a project of `openProject`, and in any thread, as a kill meets the first thread that makes its n-th.
 * Where one fails that touches nothing, all is as at the next one that does.
 */
export function turnsOf(project, name, words) {
  const log = `${project.folder}.strace`;
  const trace = ['-f', '-y', '-s', '0', '-qq', '-o', log, '-e', `trace=${name}`];
  const { status, stderr } = project.around('strace', ...trace, 'tool', ...words);
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  const counts = new Map();
  const turns = textOf(log).flatMap((line) => {
    const thread = new RegExp(`^(\\d+) +${name}\\(`, 'u').exec(line)?.[1];
    if (thread === undefined) return [];
    const nth = (counts.get(thread) ?? 0) + 1;
    counts.set(thread, nth);
    return isOurs({ folder: dirname(project.folder) }, name, line) ? [nth] : [];
  });
  return [...new Set(turns)].sort((one, other) => one - other);
}

/** Starts the tool with one call that fails, or that is its last; `hit` is what strace says about that call, null where it was not met. */
export function startWith(project, words, { name, nth }, fault) {
  const log = join(project.folder, 'strace.log');
  const inject = ['-e', `inject=${name}:${fault === 'SIGKILL' ? 'signal=KILL' : `error=${fault}`}:when=${nth}`];
  const ended = project.spawn([...strace(log), ...inject, ...project.tool, ...words]);
  const line = fault === 'SIGKILL' ? lastCall(log, name) : injected(log);
  return { ended, hit: line !== undefined && isOurs(project, name, line) ? line : null };
}

function strace(log) {
  rmSync(log, { force: true });
  return ['strace', '-f', '-y', '-s', '0', '-qq', '-o', log, '-e', `trace=${TRACED}`];
}

/** Finished calls of the first thread. */
function linesOf(log) {
  const lines = textOf(log);
  const first = /^\d+/u.exec(lines[0] ?? '')?.[0];
  return lines.flatMap((line) => {
    const call = /^(\d+) +([a-z0-9_]+)\(/u.exec(line);
    return call !== null && call[1] === first ? [{ name: call[2], line }] : [];
  });
}

function injected(log) {
  return textOf(log).find((line) => line.includes('(INJECTED)'));
}

function lastCall(log, name) {
  return linesOf(log).findLast((call) => call.name === name)?.line;
}

function textOf(log) {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
}

/** What Node reads for itself is none of ours. The working folder stands in every line. */
function isOurs({ folder }, name, line) {
  const path = line.replace(/AT_FDCWD<[^>]*>/gu, '');
  return path.includes(`${folder}/`) || (name === 'write' && / write\([12]</u.test(line));
}
