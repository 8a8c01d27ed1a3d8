/** Lines for people: on standard error, so that standard output stays the product's. */
import { writeErr } from './output.js';
import { escapeForTerminal } from './views/terminal-text.js';

/** One line. What would control a terminal is escaped. */
export function say(line: string): void {
  writeErr(`${escapeForTerminal(line)}\n`);
}
