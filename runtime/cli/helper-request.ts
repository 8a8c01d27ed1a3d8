/** What Git or Docker asks a credential helper for. */
import { codeOf } from '../files/system-reason.js';
import { readUntil } from './read-input.js';

const STDIN = 0;
/** A request is a few lines; one that goes on is not answered. */
const MOST_MIB = 1;

/** From standard input, up to where it is whole for `isWhole`, or to its end; empty if it is too large to be a request. */
export function requestText(isWhole: ((bytes: Buffer) => boolean) | null): string {
  try {
    return readUntil(isWhole, STDIN, MOST_MIB).toString('utf8');
  } catch (error) {
    if (codeOf(error) === 'EFBIG') return '';
    throw error;
  }
}
