/**
 * What `tool` of the npm package runs: loads the files of the bundle with the code that V8 compiled last time, and
 * starts the program. Compiling it again would take longer than everything else on a warm start. This file itself is compiled
 * at every start, so all that can wait is in the program.
 */
import { asksChanged, changedCode, SEEN } from '../hook/changed.js';
import { codeCacheBeside } from './code-cache.js';
import { CompiledFiles } from './compiled-files.js';

/** Set by the bundler: the program's file next to this one, a hash of all files, and the first words of all commands. */
declare const PROGRAM_FILE: string;
declare const BUILD_ID: string;
declare const COMMANDS: readonly string[];
/** Files of which each command uses different parts. */
declare const USED_BY_COMMANDS: readonly string[];

/** A start that took longer is not slowed by the two milliseconds in which V8 tells what it has compiled by now. */
const LONG_S = 1;

type Program = typeof import('./program.js');

void start();

async function start(): Promise<void> {
  // Restores the default: the signal ends this process, and no longer opens Node's inspector (`inspector.ts`).
  const none = () => {};
  process.on('SIGUSR1', none).off('SIGUSR1', none);
  const words = process.argv.slice(2);
  // Asked at each prompt of some shells: nothing is loaded for it.
  if (asksChanged(words)) process.exit(changedCode(process.env[SEEN]));
  // The argument may be the value of an option: then the compiled form kept here would suit another command better.
  const command = words.find((word) => COMMANDS.includes(word)) ?? '';
  const cache = codeCacheBeside(import.meta.dirname, {
    buildId: BUILD_ID,
    usageOf: (file) => (USED_BY_COMMANDS.includes(file) ? command : ''),
  });
  const files = new CompiledFiles(import.meta.dirname, cache);
  const program = files.load(PROGRAM_FILE) as Program;
  await program.keepInspectorClosed();
  const exitCode = await program.main(words, program.processContext);
  program.interruption.endIfRequested();
  const hasTime = process.uptime() > LONG_S;
  for (const { script, cachePath, compiledBytes } of files.loaded) {
    const compiledNow = () => script.createCachedData();
    if (compiledBytes === 0 || hasTime) program.writeCompiled(cache, cachePath, compiledNow, compiledBytes);
  }
  program.leaveTerminal();
  // Explicitly, so that nothing left open keeps the process alive.
  process.exit(exitCode);
}
