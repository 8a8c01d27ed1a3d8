/**
 * Open descriptors that the process that started the tool passed on: `3<file`, `<(command)`, a jobserver of make, sockets of systemd.
 * Node and Bun mark most of them to be closed when another program starts, so the child would lose them.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { proc } from '../files/proc.js';

/** Shells let people write the descriptors below this one; a higher one is meant where an argument names it. */
const FIRST_HIGH = 10;
/** Own pipes have their second end next to the first, so checking this many numbers is enough for the low ones. */
const LOOKED_AT = FIRST_HIGH + 3;

/** Number and what it leads to, as `/proc/self/fd` shows: `pipe:[4711]`, `anon_inode:[eventpoll]`, a path. */
export type OpenDescriptor = readonly [descriptor: number, target: string];

/**
 * Descriptors from 3 on that were there before this process and that the command may want, ascending; none where the
 * system has no `/proc`. Call it before anything is opened: later, connections of the tool cannot be distinguished from inherited ones.
 */
export function inheritedDescriptors(args: readonly string[]): readonly number[] {
  const mentioned = numbersIn(args);
  const open: OpenDescriptor[] = [];
  for (const descriptor of openDescriptors()) {
    if (descriptor < 3 || (descriptor >= LOOKED_AT && !mentioned.has(descriptor))) continue;
    const target = targetOf(descriptor);
    if (target !== null) open.push([descriptor, target]);
  }
  return strangersAmong(open).filter((descriptor) => descriptor < FIRST_HIGH || mentioned.has(descriptor));
}

/**
 * Those the runtime did not open itself: it begins with an `eventpoll` in the lowest free number, and what it opens
 * after that are kernel objects without a name and pipes of which it holds both ends.
 */
export function strangersAmong(open: readonly OpenDescriptor[]): readonly number[] {
  const sorted = [...open].sort(([one], [other]) => one - other);
  const [firstOwn] = sorted.find(([, target]) => target === 'anon_inode:[eventpoll]') ?? [0];
  const isOwn = ([descriptor, target]: OpenDescriptor) =>
    target.startsWith('anon_inode:') || (descriptor > firstOwn && isPipeWithBothEnds(target, sorted));
  return sorted.filter((one) => !isOwn(one)).map(([descriptor]) => descriptor);
}

function isPipeWithBothEnds(target: string, open: readonly OpenDescriptor[]): boolean {
  return target.startsWith('pipe:') && open.filter((other) => other[1] === target).length > 1;
}

/** `/dev/fd/63` names 63, as `10` names 10. */
function numbersIn(args: readonly string[]): ReadonlySet<number> {
  return new Set(args.flatMap((argument) => argument.match(/\d+/g) ?? []).map(Number));
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync(proc('self/fd')).map(Number);
  } catch {
    return [];
  }
}

/** Null for the descriptor that the listing itself used: it is gone by now. */
function targetOf(descriptor: number): string | null {
  try {
    return readlinkSync(proc(`self/fd/${descriptor}`));
  } catch {
    return null;
  }
}
