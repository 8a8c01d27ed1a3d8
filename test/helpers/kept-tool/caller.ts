/** A process that stands in for the tool: what it was started with, read from `/proc`, byte for byte as the tool would have got it. */
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { decodeUtf8 } from '#runtime/values/utf8.js';

export interface Caller {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly mask: number;
  /** Standard input, standard output and standard error. */
  readonly streams: readonly Stream[];
}
export interface Stream {
  readonly path: string;
  /** To open it again as it is open there. */
  readonly flags: number;
}

/** Where a caller has copies of its standard input, standard output and standard error. */
export const COPIES = [7, 8, 9] as const;
/** `sh` and the path of its script come before its own words. */
const WORDS_OF_SHELL = 2;
const MODE_AND_APPEND = 0o2003;
const APPEND = 0o2000;
const NON_BLOCKING = 0o4000;
/** Read by Node when it starts, and never again. */
const STARTING = /^(NODE_|UV_|LD_)/u;
/** A command that hands on its whole process: its environment as bytes, its group, its signals, its limits. */
const WHOLE = 'run';

/** Null if only a process of its own does what the caller asks. */
export function callerOf(pid: number): Caller | null {
  const words = textsIn(readFileSync(`/proc/${pid}/cmdline`))?.slice(WORDS_OF_SHELL);
  const entries = textsIn(readFileSync(`/proc/${pid}/environ`));
  const folder = decodeUtf8(readlinkSync(`/proc/${pid}/cwd`, 'buffer'));
  if (words === undefined || entries === null || folder === null || !isThere(folder)) return null;
  if (words.includes(WHOLE) || entries.some((entry) => STARTING.test(entry) || !entry.includes('='))) return null;
  const pairs = entries.map((entry) => entry.split(/=(.*)/su, 2) as [string, string]);
  if (inherited(pid) !== OWN) return null;
  const streams = COPIES.map((number) => streamOf(pid, number));
  if (!streams.every((stream) => stream !== null)) return null;
  const mask = Number.parseInt(statusOf(pid, 'Umask'), 8);
  return { words, variables: Object.fromEntries(pairs), folder, mask, streams };
}

/** Texts that each end with a NUL; null if one is not UTF-8. */
function textsIn(bytes: Buffer): readonly string[] | null {
  return decodeUtf8(bytes)?.split('\0').slice(0, -1) ?? null;
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Ignored signals and limits, which this process cannot take over. Node raises the limit of open files when it starts. */
function inherited(pid: number | 'self'): string {
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8').replace(/^Max open files.*\n/mu, '');
  const ignored = BigInt(`0x${statusOf(pid, 'SigIgn')}`) & ~IGNORED_BY_NODE;
  return `${ignored} ${limits}`;
}
/** SIGPIPE and SIGXFSZ. */
const IGNORED_BY_NODE = (1n << 12n) | (1n << 24n);
const OWN = inherited('self');

function statusOf(pid: number | 'self', name: string): string {
  return new RegExp(`^${name}:\\s+(\\S+)`, 'mu').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
}

/**
 * Null if it is closed, or can only be inherited: a socket, and a file whose place for the next byte others share. A pipe is opened so
 * that this does not wait.
 */
function streamOf(pid: number, number: number): Stream | null {
  const path = `/proc/${pid}/fd/${number}`;
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isSocket()) return null;
  const info = readFileSync(`/proc/${pid}/fdinfo/${number}`, 'utf8');
  const flags = Number.parseInt(/^flags:\s+(\d+)/mu.exec(info)?.[1] ?? '', 8) & MODE_AND_APPEND;
  if (status.isFIFO()) return { path, flags: flags | NON_BLOCKING };
  return status.isFile() && (flags & APPEND) === 0 ? null : { path, flags };
}
