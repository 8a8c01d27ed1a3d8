/**
 * A child started by Bun itself. Inside the executable `node:child_process` is a layer over this, which takes 0.3 ms to
 * load and, with a thousand variables, 0.9.
 */
import { type ChildOutcome, endedBy } from './child-outcome.js';
import { forwardSignals } from './forward-signals.js';
import { resolveCommand } from './resolve-command.js';
import type { SpawnRequest } from './spawn.js';

/** As much of `Bun.spawn` as is used. Throws the system's error where there is no child. */
type BunSpawn = (
  words: readonly string[],
  options: {
    readonly stdio: readonly ['inherit', 'inherit', 'inherit'];
    readonly argv0: string;
    readonly env: Readonly<Record<string, string>>;
    readonly onExit: (child: unknown, exitCode: number | null, signal: NodeJS.Signals | number | null) => void;
  },
) => Killable;

/** Throws where the signal may not be sent. */
interface Killable {
  kill(signal: NodeJS.Signals): void;
}

/** Null on Node. */
export function bunSpawn(): BunSpawn | null {
  const { Bun } = globalThis as { Bun?: { readonly spawn: BunSpawn } };
  return Bun?.spawn ?? null;
}

/** Standard streams only. The outcome; rejects with the system's error where there is no child. */
export async function startOnBun({ command, args, variables }: SpawnRequest, spawn: BunSpawn): Promise<ChildOutcome> {
  const found = resolveCommand(command, variables['PATH']);
  if (found.kind !== 'found') return found;
  const follow = forwardSignals();
  return new Promise((resolve) => {
    // Bun would look once more for a name without a slash, and by rules of its own.
    const path = found.path.includes('/') ? found.path : `./${found.path}`;
    const child = spawn([path, ...args], {
      stdio: ['inherit', 'inherit', 'inherit'],
      argv0: command,
      env: variables,
      onExit: (_, exitCode, signal) => resolve(endedBy(exitCode, signal)),
    });
    follow({ kill: (signal) => isSent(child, signal) });
  });
}

/** A child of another user, to whom a signal cannot be passed on, goes on, and so do we. */
function isSent(child: Killable, signal: NodeJS.Signals): boolean {
  try {
    child.kill(signal);
    return true;
  } catch {
    return false;
  }
}
