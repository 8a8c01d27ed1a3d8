/** The compiler's only access to anything outside: the text of a manifest, and the identity of its file. */

export interface Host {
  /**
   * Reads a manifest by its path relative to the folder of the entry manifest (POSIX separators, `..` allowed).
   * `identity` is equal for two paths of one file. `isOutside`: it is not in the checkout of the entry manifest, so that
   * the author of the manifest may not be allowed to see it.
   */
  read(path: string): Promise<HostFile>;
}

export type HostFile =
  | { readonly kind: 'file'; readonly text: string; readonly identity: string; readonly isOutside?: boolean }
  | { readonly kind: 'absent' }
  /** `line`: the first one that is not UTF-8, from 1. */
  | { readonly kind: 'not text'; readonly line: number }
  | { readonly kind: 'unreadable'; readonly reason: string };
