/** When two specs mean the same store, judged by their text alone. */
import { descriptorOf } from '../providers/index.js';
import { foldedPath } from '../addresses/folded-path.js';
import { filledUri, type PathNames } from './path-placeholders.js';
import { filePathOf, type StoreUri } from '../addresses/store-uri.js';

/**
 * Equal texts, same store of this project in this profile: placeholders and defaults filled in, `.` and `..` folded, ways
 * to sign in left out. Symbolic links are looked at later, before the first contact. Never shown, never stored.
 */
export function identityText(written: StoreUri, names: PathNames): string {
  const uri = filledUri(written, names);
  const shape = descriptorOf(uri.scheme)?.uri;
  if (shape?.identity !== undefined) return shape.identity(uri);
  const location = filePathOf(uri) || (shape?.defaultLocation ?? '');
  const isPath = shape?.location === 'file' || shape?.location === 'folder';
  const user = uri.userinfo === null ? '' : `${encodeURIComponent(uri.userinfo.user)}@`;
  return `${uri.scheme}://${user}${isPath ? foldedPath(location) : location}`;
}
