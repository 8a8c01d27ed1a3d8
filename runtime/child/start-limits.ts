/** Whether arguments and environment are small enough for the kernel to take, asked before `execve`. */
import { readFileSync } from 'node:fs';

/** Linux: one string with its NUL (MAX_ARG_STRLEN). */
const LONGEST_STRING = 128 * 1024;
/** Linux: what all may take whatever the limits say. */
const ALWAYS_FITS = 128 * 1024;
/** Half of what a stack of the usual 8 MiB allows. */
const LARGEST_TOTAL = 1024 * 1024;
/** Each string is pointed at. */
const POINTER = 8;

/** True where all surely fits: each string below 128 KiB, all together below 1 MiB and a quarter of the stack's limit. */
export function fitsKernelLimits(argv: readonly string[], variables: Readonly<Record<string, string>>): boolean {
  let total = 0;
  for (const argument of argv) {
    const size = Buffer.byteLength(argument) + 1;
    if (size >= LONGEST_STRING) return false;
    total += size + POINTER;
  }
  for (const name in variables) {
    const size = Buffer.byteLength(name) + Buffer.byteLength(variables[name] ?? '') + 2;
    if (size >= LONGEST_STRING) return false;
    total += size + POINTER;
  }
  return total < ALWAYS_FITS / 2 || total < Math.min(LARGEST_TOTAL, stackLimit() / 4);
}

/** Soft limit of the stack in bytes; 0 where it cannot be told. */
function stackLimit(): number {
  try {
    const limit = /^Max stack size +(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit ?? 0);
  } catch {
    return 0;
  }
}
