/** What `lint --fix` has changed: a line for each correction. */
import type { MadeFix } from '../../analysis/fix-manifest.js';
import { printedLines } from './terminal-text.js';

export function madeFixes(made: readonly MadeFix[]): string {
  return printedLines(
    made.map(({ code, title, file, line, column }) => `fixed ${code} at ${file}:${line}:${column}: ${title}`),
  );
}
