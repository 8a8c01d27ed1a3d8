/** The terminal on which commands prompt. Its code is loaded with the first prompt. */
import { closeSync, constants, openSync } from 'node:fs';
import type { Progress } from '../execute/ports.js';
import { cacheFolder, makeCacheFolder } from '../inputs/cache-folder.js';
import type { CommandContext } from '../session/call.js';
import type { Surroundings } from '../terminal/node-terminal.js';
import type { Terminal } from '../terminal/terminal.js';

const STDIN = 0;

/** What questions need to know of the process. Reading it makes the process listen to signals. */
export async function surroundings(context: CommandContext): Promise<Surroundings> {
  const { escapeForTerminal } = await import('./views/terminal-text.js');
  const { variables, interruption } = context;
  const turns = turnsFolder(context);
  return { type: variables['TERM'], harmless: escapeForTerminal, signal: interruption.signal, turns };
}

/** A prompt takes the place of the progress that is shown. */
export function terminalOf(context: CommandContext, progress: Progress = () => {}): Terminal {
  const around = () => surroundings(context);
  return {
    get isReachable() {
      return isReachable();
    },
    get isInput() {
      return process.getBuiltinModule('node:tty').isatty(STDIN) && isReachable();
    },
    async ask(question) {
      progress(null);
      const { askHidden } = await import('../terminal/node-terminal.js');
      return askHidden(question, await around());
    },
    async confirm(question) {
      progress(null);
      const { askToConfirm } = await import('../terminal/node-terminal.js');
      return askToConfirm(question, await around());
    },
  };
}

/** Null where nothing may be cached, or the working folder was removed. */
function turnsFolder(context: CommandContext): string | null {
  try {
    const folder = cacheFolder(context.variables, context.workingFolder);
    return folder !== null && makeCacheFolder(folder) ? folder.path : null;
  } catch {
    return null;
  }
}

/** A process in a session of its own has no controlling terminal, whatever its standard input is. */
function isReachable(): boolean {
  const [device, how] =
    process.platform === 'win32'
      ? ['\\\\.\\CONIN$', 'r+']
      : ['/dev/tty', constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK];
  try {
    closeSync(openSync(device, how));
    return true;
  } catch {
    return false;
  }
}
