/** The end of a pipe or pseudo-terminal that this process reads. */
import { codeOf } from '../../files/system-reason.js';

export interface Source {
  /** What was written since; null at the end. The bytes are valid until the next call. */
  read(): Promise<Uint8Array | null>;
  /** The other end cannot be written to afterwards. */
  close(): void;
}

/** As much of Bun as is used: a stream over a descriptor, which waits without a thread. */
interface BunFiles {
  file(descriptor: number): { stream(): ReadableStream<Uint8Array> };
}

/** `descriptor` does not block. It is read only as fast as `read` is called. */
export function pipeSource(descriptor: number): Source {
  const { Bun } = globalThis as { Bun?: BunFiles };
  return Bun === undefined ? nodeSource(descriptor) : bunSource(Bun, descriptor);
}

function bunSource(Bun: BunFiles, descriptor: number): Source {
  const reader = Bun.file(descriptor).stream().getReader();
  return {
    read: async () => (await reader.read()).value ?? null,
    close: () => {
      reader.cancel().catch(() => {});
      closeQuietly(descriptor);
    },
  };
}

function nodeSource(descriptor: number): Source {
  const { Socket } = process.getBuiltinModule('node:net');
  const socket = new Socket({ fd: descriptor, readable: true, writable: false });
  const pieces: AsyncIterator<Uint8Array> = socket[Symbol.asyncIterator]();
  return {
    read: async () => {
      const { done, value } = await pieces.next();
      return done === true ? null : value;
    },
    close: () => void socket.destroy(),
  };
}

const PIECE_BYTES = 64 * 1024;

/** The master of a pseudo-terminal, which a thread waits for. The end is an error: no one has the terminal open any more. */
export function terminalSource(descriptor: number): Source {
  const { read } = process.getBuiltinModule('node:fs');
  const buffer = Buffer.alloc(PIECE_BYTES);
  return {
    read: () =>
      new Promise((resolve, reject) => {
        read(descriptor, buffer, 0, PIECE_BYTES, null, (error, length) => {
          if (error !== null && codeOf(error) !== 'EIO') reject(error);
          else resolve(error !== null || length === 0 ? null : buffer.subarray(0, length));
        });
      }),
    close: () => closeQuietly(descriptor),
  };
}

/** The runtime may have closed it when it came to the end. */
function closeQuietly(descriptor: number): void {
  try {
    process.getBuiltinModule('node:fs').closeSync(descriptor);
  } catch {}
}
