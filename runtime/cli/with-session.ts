/** The session of a command: opened for it, closed after it. */
import type { CommandContext } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { writeErr } from './output.js';
import { terminalOf } from './terminal-of.js';
import { escapeForTerminal } from './views/terminal-text.js';

/** The result of `use`. No store is open afterwards, even if it fails. */
export async function withSession<T>(
  args: Arguments,
  context: CommandContext,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { interruption } = context;
  const session = new Session(
    callOf(args, context),
    nodePorts({
      async warn(warnings) {
        // The stores did not fail: the call was aborted.
        if (interruption.isRequested) return;
        const { printDiagnostics } = await import('./print-failure.js');
        await printDiagnostics(warnings, null, context);
      },
      notice: (line) => writeErr(`${escapeForTerminal(line)}\n`),
      terminal: terminalOf(context),
      signal: () => interruption.signal,
    }),
  );
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
