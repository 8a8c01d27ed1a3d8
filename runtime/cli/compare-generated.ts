/** Compares a file with what a command generates now, line by line. */
import { resolve } from 'node:path';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { FileFault } from '../files/files.js';
import { readRegularFile } from '../files/read-file.js';
import { fail } from '../failure.js';
import { writeOut } from './output.js';
import type { Generated } from './write-generated.js';
import { changedLinesText } from './views/changed-lines.js';

/** Whether they are equal; prints what is not. `file` as the caller wrote it. */
export function compareGenerated(
  file: string,
  workingFolder: string,
  { text, command }: Pick<Generated, 'text' | 'command'>,
): boolean {
  const found = contentOf(resolve(workingFolder, file), file, command);
  if (found === text) return true;
  writeOut(changedLinesText(file, found, text));
  return false;
}

/** Never waits for the writer of a pipe. `command`: generates the file. */
export function contentOf(path: string, file: string, command: string): string {
  try {
    const bytes = readRegularFile(path);
    return bytes === null ? unreadable(file, null, command) : bytes.toString('utf8');
  } catch (error) {
    if (error instanceof FileFault) return unreadable(file, error.problem, command);
    throw error;
  }
}

function unreadable(path: string, reason: string | null, command: string): never {
  return fail(delivery.E1215({ path, reason, command }));
}
