/** Decrypting files of age. */
import type { Failed } from '../store-failure.js';
import { isArmor, usuallyArmored } from '../../recipients/age-armor.js';
import type { OwnKey } from './own-keys.js';
import { quicklyOpened } from './quick-open.js';

export interface Sealed {
  /** Without armor. */
  readonly bytes: Uint8Array;
  readonly isArmored: boolean;
}
/** `plain` is null for a file that none of the keys matches. */
export interface Unsealed {
  readonly sealed: Sealed;
  readonly plain: Uint8Array | null;
}

/** `name`: what messages call the file. */
export async function unseal(file: Uint8Array, keys: readonly OwnKey[], name: string): Promise<Unsealed | Failed> {
  const isArmored = isArmor(file);
  const bytes = isArmored ? usuallyArmored(file) : file;
  const plain = bytes && (await quicklyOpened(bytes, keys));
  if (bytes !== null && plain !== null) return { sealed: { bytes, isArmored }, plain };
  const { unsealByLibrary } = await import('./seal.js');
  return unsealByLibrary(file, keys, name);
}
