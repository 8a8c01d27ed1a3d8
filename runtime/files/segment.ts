/** What may be the name of a file or folder beneath a root. */

const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Why a name is not one safe part of a path; null when it is. Never quotes it. */
export function segmentProblem(segment: string): string | null {
  if (segment === '') return 'a part of the path is empty';
  if (segment === '.' || segment === '..') return '`.` and `..` lead elsewhere';
  if (/[/\\\0]/.test(segment)) return 'a part of the path holds `/`, `\\` or NUL';
  if (process.platform === 'win32') return windowsProblem(segment);
  return null;
}

function windowsProblem(segment: string): string | null {
  if (/[:*?"<>|]|[. ]$/.test(segment)) return 'Windows does not allow this name';
  return RESERVED_BY_WINDOWS.test(segment) ? 'Windows reserves this name' : null;
}
