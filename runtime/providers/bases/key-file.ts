/** Files with keys, which an address names in its options. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { localPath, shownLocation } from '../local-path.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

export interface KeyFile {
  readonly kind: 'key-file';
  readonly path: string;
  /** What messages call it. */
  readonly name: string;
}

/** Null if the address has no such option. */
export function keyFileOf({ query }: StoreUri, option: string, ports: ProviderPorts): KeyFile | Refused | null {
  const location = query.get(option);
  if (location === undefined) return null;
  const path = localPath(location, ports);
  return typeof path === 'string' ? { kind: 'key-file', path, name: `\`${shownLocation(location, ports)}\`` } : path;
}

/** A missing file is a failure: the address names it. */
export async function readKeyFile({ path, name }: KeyFile, { files }: ProviderPorts): Promise<Uint8Array | Failed> {
  try {
    return (await files.read(path)) ?? failed('failed', `${name}: no such file`);
  } catch (error) {
    return failedFile(error, name);
  }
}
