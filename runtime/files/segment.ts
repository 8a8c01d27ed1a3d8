/** Which names a file or folder beneath a root may have. */

const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** What the names of temporary files start with. No entry may start with it: it could be taken for a leftover. */
export const TEMPORARY_PREFIX = '.tool-write-';

/** Why a name is not one safe part of a path; null if it is. Never quotes it. */
export function segmentProblem(segment: string): string | null {
  if (segment === '') return 'a part of the path is empty';
  if (segment === '.' || segment === '..') return '`.` and `..` lead elsewhere';
  if (/[/\\\0]/.test(segment)) return 'a part of the path contains `/`, `\\` or NUL';
  if (segment.startsWith(TEMPORARY_PREFIX)) return `names that start with \`${TEMPORARY_PREFIX}\` are temporary files`;
  if (process.platform === 'win32') return windowsProblem(segment);
  return null;
}

function windowsProblem(segment: string): string | null {
  if (/[:*?"<>|]|[. ]$/.test(segment)) return 'Windows does not allow this name';
  return RESERVED_BY_WINDOWS.test(segment) ? 'Windows reserves this name' : null;
}
