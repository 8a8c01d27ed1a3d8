/**
 * What `tool` of the npm package runs: loads the files of the bundle together with what V8 made of them last time, and
 * starts the program. Compiling it anew takes longer than everything else on a warm start.
 */
import { codeCacheBeside } from './code-cache.js';
import { CompiledFiles } from './compiled-files.js';
import { keepInspectorClosed } from './inspector.js';

/** Set by the bundler: the program's file beside this one, a hash of all files, and the commands' first words. */
declare const PROGRAM_FILE: string;
declare const BUILD_ID: string;
declare const COMMANDS: readonly string[];
/** Files of which each command uses other parts. */
declare const USED_BY_COMMANDS: readonly string[];

type Program = typeof import('./program.js');

keepInspectorClosed();
const words = process.argv.slice(2);
// A word may be the value of an option: then a compiled form is kept that another command might have used better.
const command = words.find((word) => COMMANDS.includes(word)) ?? '';
const cache = codeCacheBeside(import.meta.dirname, {
  buildId: BUILD_ID,
  usageOf: (file) => (USED_BY_COMMANDS.includes(file) ? command : ''),
});
const files = new CompiledFiles(import.meta.dirname, cache);
const { main, processContext, interruption } = files.load(PROGRAM_FILE) as Program;
// Ending is explicit, so that nothing left open can keep us.
void main(words, processContext).then((exitCode) => {
  interruption.endIfRequested();
  files.keep();
  process.exit(exitCode);
});
