/** The end of a pipe, socket or pseudo-terminal that this process reads, without blocking it. */

export interface InputSource {
  /** What was written since; null at the end. The bytes are valid until the next call. */
  read(): Promise<Uint8Array | null>;
  /** The other end cannot be written to afterwards. */
  close(): void;
}

/** As much of Bun as is used: a stream over a descriptor, which waits without a thread. */
interface BunFiles {
  file(descriptor: number): { stream(): ReadableStream<Uint8Array> };
}

/**
 * `descriptor` does not block. It is read only as fast as `read` is called. The end of a named pipe comes only after someone has
 * opened it for writing.
 */
export function pipeSource(descriptor: number): InputSource {
  const { Bun } = globalThis as { Bun?: BunFiles };
  return Bun === undefined ? nodeSource(descriptor) : bunSource(Bun, descriptor);
}

function bunSource(Bun: BunFiles, descriptor: number): InputSource {
  const reader = Bun.file(descriptor).stream().getReader();
  return {
    read: async () => (await reader.read()).value ?? null,
    close: () => {
      reader.cancel().catch(() => {});
      closeQuietly(descriptor);
    },
  };
}

function nodeSource(descriptor: number): InputSource {
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

/** The runtime may have closed it when it came to the end. */
export function closeQuietly(descriptor: number): void {
  try {
    process.getBuiltinModule('node:fs').closeSync(descriptor);
  } catch {}
}
