/**
 * Open descriptors that whoever started us passed on: `3<file`, `<(command)`, a jobserver of make, sockets of systemd.
 * Node and Bun mark most of them to be closed when another program starts, so the child would lose them.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;
/** Shells let people write the descriptors below this one. */
const FIRST_HIGH = 10;

/**
 * Descriptors from 3 on that were there before this process and would be lost to a child, ascending; none where the
 * system has no `/proc`. Ask before anything is opened: later a connection of ours cannot be told from a stranger's.
 */
export function inheritedDescriptors(): readonly number[] {
  return strangersAmong(openDescriptors()).filter(isLost);
}

/** Whether a command would miss one: a low number was chosen by somebody, a higher one is meant where an argument names it. */
export function isMissed(descriptor: number, args: readonly string[]): boolean {
  if (descriptor < FIRST_HIGH) return true;
  const mention = new RegExp(`(?<!\\d)${descriptor}(?!\\d)`);
  return args.some((argument) => mention.test(argument));
}

/** Number and what it leads to, as `/proc/self/fd` tells: `pipe:[4711]`, `anon_inode:[eventpoll]`, a path. */
export type OpenDescriptor = readonly [descriptor: number, target: string];

/**
 * Those the runtime did not open itself: it begins with an `eventpoll` in the lowest free number, and what it opens
 * after that are kernel objects without a name and pipes of which it holds both ends.
 */
export function strangersAmong(open: readonly OpenDescriptor[]): readonly number[] {
  const sorted = open.filter(([descriptor]) => descriptor > 2).sort(([one], [other]) => one - other);
  const [firstOwn] = sorted.find(([, target]) => target === 'anon_inode:[eventpoll]') ?? [0];
  const isOwn = ([descriptor, target]: OpenDescriptor) =>
    target.startsWith('anon_inode:') || (descriptor > firstOwn && isPipeWithBothEnds(target, sorted));
  return sorted.filter((one) => !isOwn(one)).map(([descriptor]) => descriptor);
}

function isPipeWithBothEnds(target: string, open: readonly OpenDescriptor[]): boolean {
  return target.startsWith('pipe:') && open.filter((other) => other[1] === target).length > 1;
}

function openDescriptors(): readonly OpenDescriptor[] {
  try {
    return readdirSync('/proc/self/fd').flatMap(asOpenDescriptor);
  } catch {
    return [];
  }
}

/** The descriptor that the listing itself used is gone by now. */
function asOpenDescriptor(name: string): readonly OpenDescriptor[] {
  try {
    return [[Number(name), readlinkSync(`/proc/self/fd/${name}`)]];
  } catch {
    return [];
  }
}

/** The low ones always: Bun leaves descriptor 3 open, but closes it when others are passed on. */
function isLost(descriptor: number): boolean {
  return descriptor < FIRST_HIGH || (descriptorFlags(descriptor) & O_CLOEXEC) !== 0;
}

/** The flags of an open descriptor, as of `open`; 0 where the system does not tell. */
export function descriptorFlags(descriptor: number): number {
  try {
    const status = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1');
    return Number.parseInt(/^flags:\s*([0-7]+)/m.exec(status)?.[1] ?? '0', 8);
  } catch {
    return 0;
  }
}
