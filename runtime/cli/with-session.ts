/** The session of a command: opened for it, closed after it. */
import type { CallContext } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { writeErr } from './output.js';
import { escapeForTerminal } from './views/terminal-text.js';

/** What `use` gives. No store is open afterwards, whether it succeeds or not. */
export async function withSession<T>(
  args: Arguments,
  context: CallContext,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const session = new Session(
    callOf(args, context),
    nodePorts({
      async warn(warnings) {
        const { printDiagnostics } = await import('./print-failure.js');
        await printDiagnostics(warnings, null, context);
      },
      notice: (line) => writeErr(`${escapeForTerminal(line)}\n`),
    }),
  );
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
