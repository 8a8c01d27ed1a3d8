/** Which names a file or folder beneath a root may have on this system. */
import { segmentTextProblem } from '#schemas/addresses/path-segment.js';

/** Devices, with any ending. */
const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/iu;

/** Why a name is not one safe part of a path; null if it is. Never quotes it. */
export function segmentProblem(segment: string): string | null {
  const problem = segmentTextProblem(segment);
  if (problem !== null) return problem;
  if (process.platform === 'win32') return windowsProblem(segment);
  return null;
}

/** As `segmentProblem`, of Windows alone. A colon would name a part of a file, and Windows leaves out dots and spaces at the end. */
export function windowsProblem(segment: string): string | null {
  if (/[:*?"<>|]|[. ]$/.test(segment)) return 'Windows does not allow this name';
  return RESERVED_BY_WINDOWS.test(segment) ? 'Windows reserves this name' : null;
}
