/** The entry point of the bundle. It exits explicitly, so that nothing left open keeps the process alive. */
import { main } from '../cli/main.js';
import { wordsCalled } from './called-as.js';
import { interruption } from './interruption.js';
import { leaveTerminal } from './leave-terminal.js';
import { processContext } from './process-context.js';

void main(wordsCalled(process.argv0, process.argv.slice(2)), processContext).then(async (exitCode) => {
  interruption.endIfRequested();
  leaveTerminal();
  if (process.platform === 'win32') (await import('../child/windows-status.js')).endWithWholeCode(exitCode);
  process.exit(exitCode);
});
