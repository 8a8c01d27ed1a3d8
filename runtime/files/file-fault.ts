/** What the file system says when it refuses, in words for people. */
import { FileFault } from './files.js';

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EFBIG', 'the file would become too large'],
  ['ERR_FS_FILE_TOO_LARGE', 'the file is too large'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ENOENT', 'a folder on the way does not exist'],
  ['ELOOP', 'too many symbolic links'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files in the system'],
  ['EIO', 'input/output error'],
  ['ENXIO', 'nothing can be read there'],
  ['ETXTBSY', 'the file is in use'],
]);

/** `cannot read PATH: permission denied`, with the path as the caller spelled it. */
export function fileFault(code: string, action: 'read' | 'write' | 'remove', path: string, problem: string): FileFault {
  return new FileFault(code, `cannot ${action} ${visible(path)}: ${problem}`, problem);
}

/** The fault behind a thrown error; an error that is not the file system's comes back as it is. */
export function asFault(error: unknown, action: 'read' | 'write' | 'remove', path: string): unknown {
  const code = codeOf(error);
  if (error instanceof FileFault || code === null) return error;
  return fileFault(code, action, path, PROBLEMS.get(code) ?? `the system answered ${code}`);
}

/** Why the file system refused, in words (`it is a folder`); null for an error of another kind. */
export function problemOf(error: unknown): string | null {
  const fault = asFault(error, 'read', '');
  return fault instanceof FileFault ? fault.problem : null;
}

/** The file system's code of a thrown error (`ENOENT`); null for an error of another kind. */
export function codeOf(error: unknown): string | null {
  // Not `instanceof Error`: errors of the file system can come from another realm than this module.
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && /^(E[A-Z0-9]+|ERR_FS_\w+)$/.test(error.code) ? error.code : null;
}

/** Control characters and characters that reorder text, spelled out: a path comes from a manifest and goes to terminals. */
function visible(path: string): string {
  return path.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (found) => `\\u{${found.charCodeAt(0).toString(16)}}`);
}
