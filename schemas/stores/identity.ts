/** When two specs mean the same store, judged by their text alone. */
import { descriptorOf } from '../providers/index.js';
import { filePathOf, type StoreUri } from './store-uri.js';

/**
 * Equal texts, same store: defaults filled in, `.` and `..` folded, ways to sign in left out. Symbolic links are looked at
 * later, before the first contact. Never shown, never stored.
 */
export function identityText(uri: StoreUri): string {
  const shape = descriptorOf(uri.scheme)?.uri;
  if (shape?.identity !== undefined) return shape.identity(uri);
  const location = filePathOf(uri) || (shape?.defaultLocation ?? '');
  const isPath = shape?.location === 'file' || shape?.location === 'folder';
  const user = uri.userinfo === null ? '' : `${encodeURIComponent(uri.userinfo.user)}@`;
  return `${uri.scheme}://${user}${isPath ? foldedPath(location) : location}`;
}

/**
 * A path without `.`, empty parts and, as far as the text tells, `..`. A first part `~` means the home folder; one that
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

function isHome(parts: readonly string[], path: string): boolean {
  return parts.length === 1 && parts[0] === '~' && path.split('/')[0] === '~';
}
