/** Standard input, or a pipe or device, read to its end. As with standard output, the stream of the process is not used. */
import { readSync } from 'node:fs';
import { fileFault } from '../files/file-fault.js';
import { codeOf } from '../files/system-reason.js';
import { waitForOtherEnd } from './wait-for-other-end.js';

const STDIN = 0;
const PIECE_BYTES = 65_536;
/** An input that never ends must not fill the memory. Text of this size still fits into a string. */
export const MOST_MIB = 500;

/** All bytes, also of a non-blocking descriptor; none if it is closed. Throws the system's errors, and a FileFault if it is too large. */
export function readInput(descriptor = STDIN, mostMib = MOST_MIB): Buffer {
  return readUntil(null, descriptor, mostMib);
}

/** The same, but no more than is whole for `isWhole`: the writer may wait for an answer before it closes its end. */
export function readUntil(
  isWhole: ((bytes: Buffer) => boolean) | null,
  descriptor = STDIN,
  mostMib = MOST_MIB,
): Buffer {
  const pieces: Buffer[] = [];
  let room = mostMib * 2 ** 20;
  for (;;) {
    if (isWhole?.(Buffer.concat(pieces)) === true) return Buffer.concat(pieces);
    const piece = nextPiece(descriptor);
    if (piece === 'none yet') {
      waitForOtherEnd();
      continue;
    }
    if (piece.length === 0) return Buffer.concat(pieces);
    room -= piece.length;
    if (room < 0) throw fileFault('EFBIG', 'read', '', `it is larger than ${mostMib} MiB`);
    pieces.push(piece);
  }
}

/** The bytes that have arrived; none at the end. */
function nextPiece(descriptor: number): Buffer | 'none yet' {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    return room.subarray(0, readSync(descriptor, room));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAGAIN') return 'none yet';
    // Systems report a closed or missing input in several ways.
    if (code === 'EOF' || code === 'EBADF' || code === 'EISDIR') return Buffer.alloc(0);
    throw error;
  }
}
