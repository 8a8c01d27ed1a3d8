/** Addresses of files and folders as people see them: with the path from the working folder. */
import { parseStoreUri, filePathOf, renderFileUri } from '#schemas/addresses/store-uri.js';
import { type Outlook, seenLocation } from '../files/seen-path.js';

/** Stores whose address is the path of a file or a folder. */
export const STORES_OF_FILES: readonly string[] = ['age', 'dotenv', 'ejson', 'file', 'kdbx', 'sops'];

/** An address without credentials; one whose path changes is shown without options, whose paths would have to change, too. */
export function seenAddress(address: string, outlook: Outlook): string {
  const uri = parseStoreUri(address);
  if (uri.kind === 'malformed' || !STORES_OF_FILES.includes(uri.scheme)) return address;
  const location = filePathOf(uri);
  const seen = location === '' ? '' : seenLocation(location, outlook);
  return seen === location ? address : renderFileUri(uri.scheme, seen);
}
