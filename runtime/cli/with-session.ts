/** The session of a command: opened for it, closed after it. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import type { Call, CommandContext } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { requireCallerName } from './caller-options.js';
import { progressOn } from './progress-on.js';
import { terminalOf } from './terminal-of.js';

const STDERR = 2;

/** Of warnings about rules of policies, the lines are shown; others have no place in a file but the user configuration. */
async function manifestFor(warnings: readonly Diagnostic[], call: Call): Promise<ManifestLocation | null> {
  if (!warnings.some(({ policy }) => policy !== undefined)) return null;
  const { findManifest } = await import('../inputs/named-manifest.js');
  return findManifest(call);
}

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
        const [{ printDiagnostics }, { namedFiles }] = await Promise.all([
          import('./print-failure.js'),
          import('./named-files.js'),
        ]);
        await printDiagnostics(warnings, await manifestFor(warnings, call), context, namedFiles(args, context));
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
