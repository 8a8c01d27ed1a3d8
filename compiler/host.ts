/** All that the compiler may ask of the world: the text of a manifest, and which file it truly is. */

export interface Host {
  /**
   * Reads a manifest by its path relative to the folder of the entry manifest (POSIX separators, `..` allowed).
   * `identity` is equal for two paths of one file. `isOutside`: it is not in the checkout of the entry manifest, so that
   * who wrote the manifest need not be allowed to see it.
   */
  read(path: string): Promise<HostFile>;
}

export type HostFile =
  | { readonly kind: 'file'; readonly text: string; readonly identity: string; readonly isOutside?: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not text' }
  | { readonly kind: 'unreadable'; readonly reason: string };
