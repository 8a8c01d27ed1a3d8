/** Exit codes of Windows, which have 32 bits. Bun keeps eight of them, so that the executable asks the system itself. */

/** Of kernel32. */
interface Functions {
  OpenProcess(access: number, inherits: number, pid: number): unknown;
  GetExitCodeProcess(handle: unknown, code: Uint32Array): number;
  ExitProcess(code: number): void;
}
const FUNCTIONS = {
  OpenProcess: { args: ['u32', 'i32', 'u32'], returns: 'ptr' },
  GetExitCodeProcess: { args: ['ptr', 'ptr'], returns: 'i32' },
  ExitProcess: { args: ['u32'], returns: 'void' },
} as const;
/** To ask for its status, and nothing else. */
const QUERY = 0x1000;
const MOST_OF_BUN = 255;

/** Ask while it runs; the result is asked when it has ended, and null if the system does not tell. */
export function statusOf(pid: number | undefined): () => number | null {
  const kernel = openKernel();
  const handle = pid === undefined ? null : kernel?.OpenProcess(QUERY, 0, pid);
  return () => {
    const code = new Uint32Array(1);
    return handle && kernel !== null && kernel.GetExitCodeProcess(handle, code) !== 0 ? (code[0] ?? null) : null;
  };
}

/** Ends this process where the runtime would end it with another code. */
export function endWithWholeCode(code: number): void {
  if (code > MOST_OF_BUN) openKernel()?.ExitProcess(code);
}

function openKernel(): Functions | null {
  type Ffi = { dlopen(library: string, functions: typeof FUNCTIONS): { readonly symbols: Functions } };
  const { Bun } = globalThis as { Bun?: { readonly FFI?: Ffi } };
  try {
    return (process.platform === 'win32' && Bun?.FFI?.dlopen('kernel32.dll', FUNCTIONS).symbols) || null;
  } catch {
    return null;
  }
}
