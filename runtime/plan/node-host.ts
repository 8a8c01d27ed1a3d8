/** The compiler's Host over the file system. Remembers every file it gave out: the bytes hashed are the bytes compiled. */
import { join } from 'node:path';
import type { PlanSourceFile } from '#schemas/plan.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { decodeUtf8, undecodableLine } from '../values/utf8.js';
import { checkoutOf } from './checkout.js';
import { identityOf, readSource, type SourceBytes } from './read-source.js';
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
  /** `line`: the first one that is not UTF-8, from 1. */
  | { readonly kind: 'not text'; readonly line: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The text of a file that a program has open, by absolute path; null where the file on disk holds. */
export type OpenText = (path: string) => string | null;

/** `folder` is that of the entry manifest, `inline` its text if it is not a file. */
export function nodeHost(
  folder: string,
  inline?: ManifestLocation['inline'],
  openText: OpenText = () => null,
): NodeHost {
  const read = new Map<string, ReadSource>();
  const isInCheckout = checkoutOf(folder);
  const keep = (path: string, bytes: Uint8Array, identity: string) =>
    read.set(path, { path, sha256: sha256(bytes), bytes, identity });
  return {
    sources: () => [...read.values()],
    read: async (path) => {
      // What is read first is the entry manifest, which is the caller's choice.
      const isEntry = read.size === 0;
      if (isEntry && inline !== undefined) {
        keep(path, Buffer.from(inline.text), path);
        return { kind: 'file', text: inline.text, identity: path };
      }
      if (inline?.mayExtend === false) return { kind: 'unreadable', reason: NO_BASE };
      const absolute = join(folder, path);
      const open = openText(absolute);
      const source: SourceBytes = open === null ? readSource(absolute) : { kind: 'bytes', bytes: Buffer.from(open) };
      if (source.kind !== 'bytes') return source;
      const identity = identityOf(absolute);
      keep(path, source.bytes, identity);
      const text = open ?? decodeUtf8(source.bytes);
      if (text === null) return { kind: 'not text', line: undecodableLine(source.bytes) };
      return { kind: 'file', text, identity, isOutside: !isEntry && !isInCheckout(identity) };
    },
  };
}

const NO_BASE = 'an inline manifest without a base folder extends nothing';
