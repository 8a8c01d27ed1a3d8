/** Compares a file with what a command generates now, line by line. */
import { resolve } from 'node:path';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { FileFault } from '../files/files.js';
import { readRegularFile } from '../files/read-file.js';
import { fail } from '../failure.js';
import { writeOut } from './output.js';
import { changedLinesText } from './views/changed-lines.js';

/** Whether they are equal; prints what is not. `file` as the caller wrote it. */
export function compareGenerated(file: string, workingFolder: string, text: string): boolean {
  const found = contentOf(resolve(workingFolder, file), file);
  if (found === text) return true;
  writeOut(changedLinesText(file, found, text));
  return false;
}

/** Never waits for the writer of a pipe. */
export function contentOf(path: string, file: string): string {
  try {
    const bytes = readRegularFile(path);
    return bytes === null ? unreadable(file, null) : bytes.toString('utf8');
  } catch (error) {
    if (error instanceof FileFault) return unreadable(file, error.problem);
    throw error;
  }
}

function unreadable(path: string, reason: string | null): never {
  return fail(delivery.E1215({ path, reason }));
}
