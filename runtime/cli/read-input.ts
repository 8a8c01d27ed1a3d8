/** Standard input, read to its end. As with standard output, the stream of the process is not used. */
import { readSync } from 'node:fs';
import { codeOf } from '../files/system-reason.js';
import { waitForOtherEnd } from './wait-for-other-end.js';

const STDIN = 0;
const PIECE_BYTES = 65_536;

/** All bytes, also of a non-blocking descriptor; none if it is closed. Throws the system's errors. */
export function readInput(): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = nextPiece();
    if (piece === 'none yet') waitForOtherEnd();
    else if (piece.length === 0) return Buffer.concat(pieces);
    else pieces.push(piece);
  }
}

/** The bytes that have arrived; none at the end. */
function nextPiece(): Buffer | 'none yet' {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    return room.subarray(0, readSync(STDIN, room));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAGAIN') return 'none yet';
    // Systems report a closed or missing input in several ways.
    if (code === 'EOF' || code === 'EBADF' || code === 'EISDIR') return Buffer.alloc(0);
    throw error;
  }
}
