/** Which names a file or folder beneath a root may have on every system. */

/** What the names of temporary files start with. No entry may start with it: it could be taken for a leftover. */
export const TEMPORARY_PREFIX = '.tool-write-';

/** Why a name is not one safe part of a path, as far as its text shows; null if it is. Never quotes it. */
export function segmentTextProblem(segment: string): string | null {
  if (segment === '') return 'a part of the path is empty';
  if (segment === '.' || segment === '..') return '`.` and `..` lead elsewhere';
  if (/[/\\\0]/.test(segment)) return 'a part of the path contains `/`, `\\` or NUL';
  return segment.startsWith(TEMPORARY_PREFIX)
    ? `names that start with \`${TEMPORARY_PREFIX}\` are temporary files`
    : null;
}
