/** What the host (`host.c` and the files beside it) gives to the compiled code. */

/** Strings reach the system as UTF-8 with a NUL, typed arrays as their addresses. The result is -1 if the call failed. */
type SystemCall = (...values: readonly (number | string | ArrayBufferView)[]) => number;

type SystemName =
  | ('open' | 'close' | 'read' | 'pread' | 'write' | 'ftruncate' | 'fcntl' | 'isatty' | 'close_on_exec')
  | ('statx' | 'access' | 'readlink' | 'realpath' | 'getdents' | 'getcwd')
  | ('getpid' | 'getppid' | 'getuid' | 'kill' | 'signal' | '_exit');

/** How bytes are decoded: with replacements, not at all if they are not UTF-8, or each as one character. */
export const LENIENT = 0;
export const STRICT = 1;
export const LATIN1 = 2;

interface Host {
  /** And those of `Libc` (`child/libc.ts`). */
  readonly system: Readonly<Record<SystemName, SystemCall>>;
  /** Those of this process, decoded as Node decodes them. */
  readonly arguments: readonly string[];
  environment(): readonly string[];
  /** Null only if it is to be strict. */
  decode(bytes: Uint8Array, start: number, end: number, how: number): string | null;
  encode(text: string, isLatin1: boolean): ArrayBuffer;
  /** -1, 0 or 1. */
  compare(one: Uint8Array, other: Uint8Array): number;
  /** Why the last call of the system failed. */
  errorNumber(): number;
  addressOf(bytes: Uint8Array): number;
  /** Becomes the full program, with all that this one was started with. Throws once something was recorded. */
  handOver(): never;
  /** The same; once something was recorded, says that the command could not be started, and ends. */
  giveUp(): never;
  /** From here on there is no way to the full program. */
  commit(): void;
  hasCommitted(): boolean;
  listen(signal: number): number;
  /** Waits for a signal, at most so long if the limit is not negative; the signals that have come, as bits. */
  wait(milliseconds: number): number;
  /** Milliseconds of a clock that is never set. */
  now(): number;
  /** Called again and again, whenever all promises are kept. */
  turn: () => void;
}

export const { host } = globalThis as unknown as { readonly host: Host };

/** What the build knows of the machine that it builds for, from Node. */
export interface Machine {
  readonly arch: string;
  readonly errno: Readonly<Record<string, number>>;
  readonly signals: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, number>>;
}
declare const MACHINE: Machine;
export const machine = MACHINE;
