/** The terminal on which commands prompt. Its code is loaded with the first prompt. */
import type { CommandContext } from '../session/call.js';
import type { Terminal } from '../terminal/terminal.js';
import { escapeForTerminal } from './views/terminal-text.js';

const STDIN = 0;

export function terminalOf({ variables, interruption }: CommandContext): Terminal {
  const around = () => ({ type: variables['TERM'], harmless: escapeForTerminal, signal: interruption.signal });
  return {
    get isInput() {
      return process.getBuiltinModule('node:tty').isatty(STDIN);
    },
    async ask(question) {
      const { askHidden } = await import('../terminal/node-terminal.js');
      return askHidden(question, around());
    },
    async confirm(question) {
      const { askToConfirm } = await import('../terminal/node-terminal.js');
      return askToConfirm(question, around());
    },
  };
}
