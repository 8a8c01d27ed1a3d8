/**
 * A vendor's program that is a file: it writes down what each run got, and answers by a function. For what only processes show; a
 * program that is a function (`fake-programs.ts`) is faster, and counts as well.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RecordedRun {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  /** Whether it could ask a person by itself. */
  readonly hasTerminal: boolean;
}
export interface RecordedAnswer {
  readonly status?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Written into `folder`, which belongs into `PATH`. `answer` becomes part of the file: it uses nothing but its argument. */
export function recordingProgram(
  folder: string,
  name: string,
  answer: (run: RecordedRun) => RecordedAnswer,
): { readonly runs: () => readonly RecordedRun[] } {
  mkdirSync(folder, { recursive: true });
  const log = join(folder, `${name}.log`);
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${PROGRAM(JSON.stringify(log), answer.toString())}`);
  chmodSync(path, 0o755);
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []);
  return { runs: () => lines().map((line) => JSON.parse(line)) };
}

/** Two that run at once write whole lines: each is appended by one call. */
const PROGRAM = (log: string, answer: string) => `
const { appendFileSync, openSync, readFileSync, writeSync } = require('node:fs');
function terminal() { try { openSync('/dev/tty', 'r+'); return true; } catch { return false; } }
const run = {
  words: process.argv.slice(2),
  environment: { ...process.env },
  input: readFileSync(0, 'utf8'),
  hasTerminal: terminal(),
};
appendFileSync(${log}, JSON.stringify(run) + '\\n');
const { status = 0, stdout = '', stderr = '' } = (${answer})(run);
writeSync(1, stdout);
writeSync(2, stderr);
process.exitCode = status;
`;
