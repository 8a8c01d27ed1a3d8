/**
 * How many files the child may have open. Both runtimes raise the soft limit of their process to the hard one when they
 * start; the child gets the limit of the process that started us, which is the best that can be known of our own.
 */
import { readFileSync } from 'node:fs';
import { proc } from '../files/proc.js';

export interface FileLimit {
  /** A number, or `unlimited`. */
  readonly soft: string;
  readonly hard: string;
}

/** The limit to give to the child; null where ours is right or the parent's cannot be known: in another container, or without `/proc`. */
export function limitOfParent(): FileLimit | null {
  return limitToRestore(limitOf('self'), limitOf(process.ppid));
}

/** A parent with another hard limit has set ours on purpose, and its own soft limit says nothing about ours. */
export function limitToRestore(own: FileLimit | null, parent: FileLimit | null): FileLimit | null {
  if (own === null || parent === null || own.hard !== parent.hard) return null;
  return numberOf(parent.soft) < numberOf(own.soft) ? parent : null;
}

/** From `/proc/PID/limits`: `Max open files            1024                 1048576              files`. */
export function fileLimitIn(limits: string): FileLimit | null {
  const [, soft, hard] = /^Max open files +(\S+) +(\S+)/m.exec(limits) ?? [];
  return soft === undefined || hard === undefined ? null : { soft, hard };
}

function limitOf(process: number | 'self'): FileLimit | null {
  try {
    return fileLimitIn(readFileSync(proc(`${process}/limits`), 'utf8'));
  } catch {
    return null;
  }
}

function numberOf(limit: string): number {
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
