/** Files of keys, one per line: identities and recipients. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { type KeyFile, keyFileOf } from '../bases/key-file.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { type Failed, failed, refused } from '../store-failure.js';

/** Null if the address has no such option. A key given instead of a path is not repeated. */
export function ageKeyFileOf(
  uri: StoreUri,
  option: 'identity' | 'recipients-file',
  ports: ProviderPorts,
): KeyFile | Refused | null {
  if (/age-secret-key-/iu.test(uri.query.get(option) ?? '')) {
    return refused('unsupported', `\`${option}\` is the path of a file, not a key`, 'set `AGE_IDENTITY` to the key');
  }
  return keyFileOf(uri, option, ports);
}

/** `name`: what messages call the file. */
export function keyText(bytes: Uint8Array, name: string): string | Failed {
  return decodeUtf8(bytes) ?? failed('failed', `${name} is not UTF-8 text`);
}
