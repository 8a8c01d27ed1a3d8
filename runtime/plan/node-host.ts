/** The compiler's Host over the file system. Remembers every file it gave out: the bytes hashed are the bytes compiled. */
import { join } from 'node:path';
import type { PlanSourceFile } from '#schemas/plan.js';
import { decodeUtf8 } from '../values/utf8.js';
import { checkoutOf } from './checkout.js';
import { identityOf, readSource } from './read-source.js';
import { sha256 } from './sha256.js';

/** Shaped as the compiler's Host; the compiler itself is loaded only to compile. */
export interface NodeHost {
  read(path: string): Promise<HostFile>;
  /** Every manifest read so far, in that order. */
  sources(): readonly ReadSource[];
}
export interface ReadSource extends PlanSourceFile {
  readonly bytes: Uint8Array;
  readonly identity: string;
}
export type HostFile =
  | { readonly kind: 'file'; readonly text: string; readonly identity: string; readonly isOutside?: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not text' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** `folder` is that of the entry manifest. */
export function nodeHost(folder: string): NodeHost {
  const read = new Map<string, ReadSource>();
  const isInCheckout = checkoutOf(folder);
  return {
    sources: () => [...read.values()],
    read: async (path) => {
      const absolute = join(folder, path);
      const source = readSource(absolute);
      if (source.kind !== 'bytes') return source;
      // What is read first is the entry manifest, which is the caller's choice.
      const isEntry = read.size === 0;
      const identity = identityOf(absolute);
      read.set(path, { path, sha256: sha256(source.bytes), bytes: source.bytes, identity });
      const text = decodeUtf8(source.bytes);
      if (text === null) return { kind: 'not text' };
      return { kind: 'file', text, identity, isOutside: !isEntry && !isInCheckout(identity) };
    },
  };
}
