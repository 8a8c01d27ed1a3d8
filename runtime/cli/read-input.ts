/** Standard input, read to its end. The stream of the process is not touched, as with standard output. */
import { readSync } from 'node:fs';
import { codeOf } from '../files/system-reason.js';
import { waitForOtherEnd } from './wait-for-other-end.js';

const STDIN = 0;
const PIECE_BYTES = 65_536;

/** All bytes, also of a descriptor that does not block; a closed one holds none. Throws the system's errors. */
export function readInput(): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = nextPiece();
    if (piece === 'none yet') waitForOtherEnd();
    else if (piece.length === 0) return Buffer.concat(pieces);
    else pieces.push(piece);
  }
}

/** What has arrived; nothing at the end. */
function nextPiece(): Buffer | 'none yet' {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    return room.subarray(0, readSync(STDIN, room));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAGAIN') return 'none yet';
    // An input that is closed, or no input at all, says so in several ways.
    if (code === 'EOF' || code === 'EBADF' || code === 'EISDIR') return Buffer.alloc(0);
    throw error;
  }
}
