/** Which names a file or folder beneath a root may have on this system. */
import { segmentTextProblem } from '#schemas/addresses/path-segment.js';

const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Why a name is not one safe part of a path; null if it is. Never quotes it. */
export function segmentProblem(segment: string): string | null {
  const problem = segmentTextProblem(segment);
  if (problem !== null) return problem;
  if (process.platform === 'win32') return windowsProblem(segment);
  return null;
}

function windowsProblem(segment: string): string | null {
  if (/[:*?"<>|]|[. ]$/.test(segment)) return 'Windows does not allow this name';
  return RESERVED_BY_WINDOWS.test(segment) ? 'Windows reserves this name' : null;
}
