/** The bytes of a template, and of what was made of one before. */
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { fail } from '../failure.js';
import { FileFault } from '../files/files.js';
import { readRegularFile } from '../files/read-file.js';

/** `shown` names the file as the caller wrote it. */
export function readTemplate(path: string, shown: string): Uint8Array {
  const problem = (reason: string | null) => templates.E1606({ path: shown, reason });
  return bytesOf(path, (reason) => fail(problem(reason))) ?? fail(problem(null));
}

/** Null if there is none. */
export function readOutput(path: string, shown: string): Buffer | null {
  return bytesOf(path, (reason) => fail(templates.E1607({ path: shown, reason })));
}

function bytesOf(path: string, failWith: (reason: string) => never): Buffer | null {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (error instanceof FileFault) return failWith(error.problem);
    throw error;
  }
}
