/** The system's own calls, inside the executable: Bun can call the C library, and so do what no built-in of both runtimes can. */

/** As much of Bun's foreign function interface as is used. The module `bun:ffi` is a layer over it that takes 0.5 ms to load. */
interface ForeignFunctions {
  dlopen<T>(library: string, functions: Readonly<Record<keyof T, unknown>>): { readonly symbols: T };
  ptr(bytes: Uint8Array): number;
  readonly read: { i32(address: number, offset: number): number };
}

interface Functions {
  execve(path: Uint8Array, argv: BigUint64Array, environment: BigUint64Array): number;
  posix_spawn(
    pid: Int32Array,
    path: Uint8Array,
    files: Uint8Array,
    attributes: Uint8Array,
    argv: BigUint64Array,
    environment: BigUint64Array,
  ): number;
  posix_spawn_file_actions_init(files: Uint8Array): number;
  posix_spawn_file_actions_adddup2(files: Uint8Array, from: number, to: number): number;
  posix_spawnattr_init(attributes: Uint8Array): number;
  posix_spawnattr_setflags(attributes: Uint8Array, flags: number): number;
  posix_spawnattr_setsigdefault(attributes: Uint8Array, signals: Uint8Array): number;
  waitpid(pid: number, status: Int32Array, options: number): number;
  setrlimit(resource: number, limits: BigUint64Array): number;
  fcntl(descriptor: number, command: number, argument: number): number;
  signal(signal: number, disposition: number): number;
  __errno_location(): number;
}

export interface Libc extends Functions {
  addressOf(bytes: Uint8Array): number;
  /** `ENOENT`: why the last call that gave -1 failed. */
  lastError(): string;
}

const POINTER = 'ptr';
const INT = 'i32';
const FUNCTIONS = {
  execve: { args: [POINTER, POINTER, POINTER], returns: INT },
  posix_spawn: { args: [POINTER, POINTER, POINTER, POINTER, POINTER, POINTER], returns: INT },
  posix_spawn_file_actions_init: { args: [POINTER], returns: INT },
  posix_spawn_file_actions_adddup2: { args: [POINTER, INT, INT], returns: INT },
  posix_spawnattr_init: { args: [POINTER], returns: INT },
  posix_spawnattr_setflags: { args: [POINTER, 'i16'], returns: INT },
  posix_spawnattr_setsigdefault: { args: [POINTER, POINTER], returns: INT },
  waitpid: { args: [INT, POINTER, INT], returns: INT },
  setrlimit: { args: [INT, POINTER], returns: INT },
  fcntl: { args: [INT, INT, INT], returns: INT },
  signal: { args: [INT, 'usize'], returns: 'usize' },
  __errno_location: { args: [], returns: POINTER },
};

/** The name of glibc; musl takes any name of a C library for its own. */
const LIBRARY = 'libc.so.6';

/** Null on Node, and on systems whose structures and numbers differ from those that `by-libc.ts` uses. */
export function openLibc(): Libc | null {
  const FFI = foreignFunctions();
  const symbols = openFunctions<Functions>(FUNCTIONS);
  if (FFI === null || symbols === null) return null;
  return {
    ...symbols,
    addressOf: (bytes) => FFI.ptr(bytes),
    lastError: () => errorName(FFI.read.i32(symbols.__errno_location(), 0)),
  };
}

/** Functions of the C library, declared as Bun does; null where they cannot be called. */
export function openFunctions<T>(functions: Readonly<Record<keyof T, unknown>>): T | null {
  try {
    return foreignFunctions()?.dlopen<T>(LIBRARY, functions).symbols ?? null;
  } catch {
    return null;
  }
}

function foreignFunctions(): ForeignFunctions | null {
  const { Bun } = globalThis as { Bun?: { readonly FFI?: ForeignFunctions } };
  return process.platform === 'linux' ? (Bun?.FFI ?? null) : null;
}

/** `ENOENT` for 2. */
export function errorName(number: number): string {
  const { errno } = process.getBuiltinModule('node:os').constants;
  return Object.entries(errno).find(([, value]) => value === number)?.[0] ?? `E${number}`;
}
