/** The session of a command: opened for it, closed after it. */
import type { Call, CommandContext } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { requireCallerName } from './caller-options.js';
import { progressOn } from './progress-on.js';
import { terminalOf } from './terminal-of.js';

const STDERR = 2;

/** The result of `use`. No store is open afterwards, even if it fails. `call`: what the command makes of the arguments, if it is more. */
export async function withSession<T>(
  args: Arguments,
  context: CommandContext,
  use: (session: Session) => Promise<T>,
  call: Call = callOf(args, context),
): Promise<T> {
  const { interruption } = context;
  const progress = progressOn(context);
  let isAnnounced = false;
  await requireCallerName(args);
  const session = new Session(
    call,
    nodePorts({
      async warn(warnings) {
        // The stores did not fail: the call was aborted.
        if (interruption.isRequested) return;
        const { printDiagnostics } = await import('./print-failure.js');
        await printDiagnostics(warnings, null, context);
      },
      async notice(line) {
        const { say } = await import('./say.js');
        say(line);
      },
      progress,
      async beforeUnlocks(stores) {
        if (isAnnounced || !process.getBuiltinModule('node:tty').isatty(STDERR)) return;
        isAnnounced = true;
        const { announceUnlocks } = await import('./announce-unlocks.js');
        announceUnlocks(stores);
      },
      terminal: terminalOf(context, progress),
      signal: () => interruption.signal,
      uninterruptibly: (work) => interruption.uninterruptibly(work),
    }),
  );
  try {
    return await use(session);
  } finally {
    progress(null);
    await session.close();
  }
}
