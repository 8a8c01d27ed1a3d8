/** Paths compared by their text: `./a/../b` is `b`. */

/**
 * A path without `.`, empty parts and, as far as the text shows, `..`. A first part `~` means the home folder; one that
 * only becomes first by folding does not.
 */
export function foldedPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part !== '..' || last === '..' || (last === undefined && !path.startsWith('/')) || isHome(parts, path)) {
      parts.push(part);
    } else parts.pop();
  }
  const folded = (path.startsWith('/') ? '/' : '') + parts.join('/');
  return folded.split('/')[0] === '~' && path.split('/')[0] !== '~' ? `./${folded}` : folded;
}

/** Only the home folder, an absolute path and `..` lead out of the manifest's folder. */
export function leadsOutside(path: string): boolean {
  return /^(?:\/|~|\.\.(?:\/|$)|[A-Za-z]:)/u.test(foldedPath(path.replaceAll('\\', '/')));
}

function isHome(parts: readonly string[], path: string): boolean {
  return parts.length === 1 && parts[0] === '~' && path.split('/')[0] === '~';
}
