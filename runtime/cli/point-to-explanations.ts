/** Says once, after the last finding that a command has printed, where its code is explained. */
import { isatty } from 'node:tty';
import { explainedCode } from '../analysis/explain-code.js';
import type { Arguments } from './arguments.js';
import { writeErr } from './output.js';
import { printedCodes } from './printed-codes.js';
import { pointerText } from './views/pointer-text.js';

const STDERR = 2;
/** Formats that programs read: who calls for one is not looking for prose. */
const FOR_PROGRAMS: readonly string[] = ['json', 'sarif', 'github'];

/** Only on a terminal: scripts and logs have the findings alone. */
export function pointToExplanations(args: Arguments): void {
  if (!isatty(STDERR) || args.has('json') || FOR_PROGRAMS.includes(args.text('format') ?? '')) return;
  const codes = [...printedCodes].filter((code) => explainedCode(code) !== null);
  if (codes.length > 0) writeErr(`\n${pointerText(codes)}\n`);
}
