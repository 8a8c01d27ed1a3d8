/** The end of a pseudo-terminal that this process reads. */
import { closeQuietly, type InputSource } from '../../files/pipe-source.js';
import { codeOf } from '../../files/system-reason.js';

const PIECE_BYTES = 64 * 1024;

/** The master of a pseudo-terminal, which a thread waits for. The end is an error: no one has the terminal open any more. */
export function terminalSource(descriptor: number): InputSource {
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
