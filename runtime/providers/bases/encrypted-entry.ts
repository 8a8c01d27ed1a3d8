/** The file of an entry that pass and gopass may share. */
import type { Files } from '../../files/files.js';

/** Equal for the same file, whichever of the two stores holds it and from which folder: see `Store.identity`. */
export async function encryptedEntry(files: Files, folder: string, name: string): Promise<string> {
  return `password-store\n${await files.identity(`${folder}/${name}.gpg`)}`;
}
