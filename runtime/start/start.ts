/**
 * What `tool` of the npm package runs: loads the files of the bundle with the code that V8 compiled last time, and
 * starts the program. Compiling it again would take longer than everything else on a warm start.
 */
import { codeCacheBeside } from './code-cache.js';
import { CompiledFiles } from './compiled-files.js';
import { keepInspectorClosed } from './inspector.js';
import { leaveTerminal } from './leave-terminal.js';

/** Set by the bundler: the program's file next to this one, a hash of all files, and the first words of all commands. */
declare const PROGRAM_FILE: string;
declare const BUILD_ID: string;
declare const COMMANDS: readonly string[];
/** Files of which each command uses different parts. */
declare const USED_BY_COMMANDS: readonly string[];

type Program = typeof import('./program.js');

void keepInspectorClosed().then(start);

function start(): void {
  const words = process.argv.slice(2);
  // The argument may be the value of an option: then the compiled form kept here would suit another command better.
  const command = words.find((word) => COMMANDS.includes(word)) ?? '';
  const cache = codeCacheBeside(import.meta.dirname, {
    buildId: BUILD_ID,
    usageOf: (file) => (USED_BY_COMMANDS.includes(file) ? command : ''),
  });
  const files = new CompiledFiles(import.meta.dirname, cache);
  const { main, processContext, interruption } = files.load(PROGRAM_FILE) as Program;
  // The exit is explicit, so that nothing left open keeps the process alive.
  void main(words, processContext).then((exitCode) => {
    interruption.endIfRequested();
    files.keep();
    leaveTerminal();
    process.exit(exitCode);
  });
}
