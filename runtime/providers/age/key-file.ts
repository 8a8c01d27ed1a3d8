/** Files that an address names in its options: identities and recipients, one per line. */
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { localPath } from '../local-path.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { cleaned, type Failed, failed, failedFile, refused } from '../store-failure.js';

export interface KeyFile {
  readonly kind: 'key-file';
  readonly path: string;
  /** What messages call it. */
  readonly name: string;
}

/** Null if the address has no such option. A key given instead of a path is not repeated. */
export function keyFileOf(
  { query }: StoreUri,
  option: 'identity' | 'recipients-file',
  ports: ProviderPorts,
): KeyFile | Refused | null {
  const location = query.get(option);
  if (location === undefined) return null;
  if (/age-secret-key-/iu.test(location)) {
    return refused('unsupported', `\`${option}\` is the path of a file, not a key`, 'set `AGE_IDENTITY` to the key');
  }
  const path = localPath(location, ports);
  return typeof path === 'string' ? { kind: 'key-file', path, name: `\`${cleaned(location)}\`` } : path;
}

export async function readKeyFile({ path, name }: KeyFile, { files }: ProviderPorts): Promise<string | Failed> {
  try {
    const bytes = await files.read(path);
    if (bytes === null) return failed('failed', `${name}: no such file`);
    return decodeUtf8(bytes) ?? failed('failed', `${name} is not UTF-8 text`);
  } catch (error) {
    return failedFile(error, name);
  }
}

/** The content of each line, by its number; without comments and blank lines. */
export function keyLines(text: string): readonly (readonly [key: string, line: number])[] {
  const lines = text.split(/\r\n|\r|\n/u).map((line, index) => [line.trim(), index + 1] as const);
  return lines.filter(([key]) => key !== '' && !key.startsWith('#'));
}
