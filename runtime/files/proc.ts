/** What the system shows of processes. */

const isWindows = process.platform === 'win32';

/**
 * The path of a file in `/proc`, where Linux has it. Throws on Windows: there it would be a folder of the current drive, which any user
 * may have made.
 */
export function proc(path: string): string {
  if (isWindows) throw Object.assign(new Error('no /proc'), { code: 'ENOENT' });
  return `/proc/${path}`;
}
