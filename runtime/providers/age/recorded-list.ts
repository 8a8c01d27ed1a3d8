/** Reads the record in a file of the list that it was encrypted for. */
import { type FileStanza, readHeader } from '../../recipients/age-header.js';
import type { OwnKey } from './own-keys.js';
import { openedRecord, RECORD } from './record.js';
import type { Sealed } from './unseal.js';

/** Null for a file without one, such as all that other programs write. */
export async function recordedList({ bytes }: Sealed, keys: readonly OwnKey[]): Promise<readonly string[] | null> {
  const stanzas = readHeader(bytes)?.stanzas ?? [];
  const record = stanzas.find(({ args }) => args[0] === RECORD);
  const fileKey = record === undefined ? null : await fileKeyOf(bytes, stanzas, keys);
  return record === undefined || fileKey === null ? null : openedRecord(record.body, fileKey);
}

/** The library, which takes long to load, only for the keys that need it. */
async function fileKeyOf(
  bytes: Uint8Array,
  stanzas: readonly FileStanza[],
  keys: readonly OwnKey[],
): Promise<Uint8Array | null> {
  for (const { unwrap } of keys) {
    const fileKey = (await unwrap?.(stanzas)) ?? null;
    if (fileKey !== null) return fileKey;
  }
  if (keys.every(({ unwrap }) => unwrap !== null)) return null;
  return (await import('./seal.js')).fileKeyByLibrary(bytes, keys);
}
