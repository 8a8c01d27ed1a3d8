/** Errors of the system, as a code and in words for people. The only table of them. */

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EFBIG', 'the file would become too large'],
  ['ERR_FS_FILE_TOO_LARGE', 'the file is too large'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ENOENT', 'a folder in the path does not exist'],
  ['ELOOP', 'too many levels of symbolic links'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files in the system'],
  ['EIO', 'input/output error'],
  ['EBADF', 'it is closed or not open for writing'],
  ['ENXIO', 'nothing can be read from it'],
  ['ETXTBSY', 'the file is in use'],
]);

/** The system's code of a thrown error (`ENOENT`); null for an error of another kind. */
export function codeOf(error: unknown): string | null {
  // Not `instanceof Error`: errors of the file system can come from another realm than this module.
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  if (typeof error.code !== 'string') return null;
  return /^(E[A-Z0-9]+|ERR_FS_\w+)$/.test(error.code) ? error.code : codeOfNumber(error);
}

/** Node uses `UNKNOWN` for errors that it has no name for, such as a full quota. The number is still the system's. */
function codeOfNumber(error: object): string | null {
  if (!('code' in error && error.code === 'UNKNOWN' && 'errno' in error && typeof error.errno === 'number'))
    return null;
  const number = Math.abs(error.errno);
  const { errno } = process.getBuiltinModule('node:os').constants;
  return Object.entries(errno).find(([, each]) => each === number)?.[0] ?? `E${number}`;
}

/** `permission denied`: a clause. For null, an error without a code, the reason is unknown. */
export function reasonOf(code: string | null): string {
  if (code === null) return 'unknown reason';
  return REASONS.get(code) ?? `system error ${code}`;
}
