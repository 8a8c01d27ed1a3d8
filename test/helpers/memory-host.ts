/** The compiler's Host over files in memory. */
import type { Host } from '#compiler/host.js';

/** Paths are relative to the folder of the entry manifest, as the compiler asks for them. */
export function memoryHost(files: Readonly<Record<string, string>>): Host {
  return {
    read: async (path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      return text === undefined ? { kind: 'absent' } : { kind: 'file', text, identity: path };
    },
  };
}
