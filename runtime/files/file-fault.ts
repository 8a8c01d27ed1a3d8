/** Failures of the file system as faults, with the path as the user knows it. */
import { FileFault } from './files.js';
import { codeOf, reasonOf } from './system-reason.js';

/** `cannot read PATH: permission denied`, with the path as the caller spelled it. */
export function fileFault(code: string, action: 'read' | 'write' | 'remove', path: string, problem: string): FileFault {
  return new FileFault(code, `cannot ${action} ${visible(path)}: ${problem}`, problem);
}

/** The fault for a thrown error; an error that is not the file system's is returned unchanged. */
export function asFault(error: unknown, action: 'read' | 'write' | 'remove', path: string): unknown {
  const code = codeOf(error);
  if (error instanceof FileFault || code === null) return error;
  return fileFault(code, action, path, reasonOf(code));
}

/** The reason of the file system in words (`it is a folder`); null for another kind of error. */
export function problemOf(error: unknown): string | null {
  const fault = asFault(error, 'read', '');
  return fault instanceof FileFault ? fault.problem : null;
}

/** Control characters and characters that reorder text, escaped: a path comes from a manifest and is printed on terminals. */
function visible(path: string): string {
  return path.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (found) => `\\u{${found.charCodeAt(0).toString(16)}}`);
}
