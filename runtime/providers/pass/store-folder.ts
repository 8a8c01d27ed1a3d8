/** The folder of a password store: that of its URI, else of the variable of pass, else the usual one. */
import { isAbsolute } from 'node:path';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { localPath } from '../local-path.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { refused } from '../store-failure.js';

const USUAL = '~/.password-store';
const VARIABLE = 'PASSWORD_STORE_DIR';

export function storeFolder(uri: StoreUri, ports: ProviderPorts): string | Refused {
  const written = uri.query.get('store_dir');
  if (written) return localPath(written, ports);
  const given = decodeUtf8(ports.environment.get(VARIABLE) ?? new Uint8Array());
  if (given === '') return localPath(USUAL, ports);
  if (given !== null && isAbsolute(given)) return given;
  return refused(
    'unsupported',
    `\`${VARIABLE}\` is not an absolute path`,
    'set it to one, or name the folder in the store: `pass://?store_dir=FOLDER`',
  );
}
