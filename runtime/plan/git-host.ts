/** The compiler's Host over one commit: what was committed is compiled, and the work tree is never read. */
import { posix } from 'node:path';
import { decodeUtf8, undecodableLine } from '../values/utf8.js';
import type { GitTree } from './git-tree.js';
import type { HostFile } from './node-host.js';

/** `folder` is that of the entry manifest, relative to the root of the tree. */
export function gitHost(tree: GitTree, folder: string): { read(path: string): Promise<HostFile> } {
  return {
    read: async (path) => {
      const found = await tree.find(posix.join(folder, path));
      switch (found.kind) {
        case 'absent':
        case 'unreadable':
          return found;
        case 'folder':
          return { kind: 'unreadable', reason: 'it is a folder' };
        case 'file':
          return fileOf(found.path, found.bytes);
      }
    },
  };
}

/** The same for texts that were read before, relative to the entry manifest's folder. */
export function textHost(files: readonly { readonly path: string; readonly text: string }[]): {
  read(path: string): Promise<HostFile>;
} {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return {
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? { kind: 'absent' } : { kind: 'file', text, identity: path };
    },
  };
}

function fileOf(identity: string, bytes: Buffer): HostFile {
  const text = decodeUtf8(bytes);
  return text === null ? { kind: 'not text', line: undecodableLine(bytes) } : { kind: 'file', text, identity };
}
