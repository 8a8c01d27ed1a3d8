/** The calls of the C library that only redirected output needs; linking more of them would slow every start of a child. */
import { openFunctions } from '../libc.js';

export interface OutputLibrary {
  pipe2(ends: Int32Array, flags: number): number;
  fcntl(descriptor: number, command: number, argument: number): number;
  ioctl(descriptor: number, request: number, argument: Uint8Array): number;
}

/** Null on Node, and on systems other than Linux. */
export function openOutputLibrary(): OutputLibrary | null {
  return openFunctions<OutputLibrary>({
    pipe2: { args: ['ptr', 'i32'], returns: 'i32' },
    fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    ioctl: { args: ['i32', 'usize', 'ptr'], returns: 'i32' },
  });
}
