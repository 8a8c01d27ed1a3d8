/** The ports of a session on this machine. */
import { setMaxListeners } from 'node:events';
import { openLog } from '../audit/open-log.js';
import { openUsable } from '../stores/usable-store.js';
import type { Terminal } from '../terminal/terminal.js';
import { type DeferredSignal, deferredSignal } from './deferred-signal.js';
import type { SessionPorts } from './ports.js';

/** What the caller provides. */
export interface Provided
  extends Pick<SessionPorts, 'warn' | 'notice'>,
    Partial<Pick<SessionPorts, 'beforeUnlocks' | 'progress' | 'uninterruptibly' | 'ask' | 'keepFiles' | 'mayUnlock'>> {
  readonly terminal?: Terminal;
  /**
   * Called once, when the first store or prompt needs it. Without it the call is never aborted. Without `uninterruptibly`, it
   * takes effect after what must be whole.
   */
  readonly signal?: () => AbortSignal;
}

export function nodePorts({
  warn,
  notice,
  progress,
  beforeUnlocks,
  terminal,
  signal: provided,
  uninterruptibly,
  ...programs
}: Provided): SessionPorts {
  let signal: AbortSignal | null = null;
  let held: DeferredSignal | null = null;
  const asked = () => provided?.() ?? new AbortController().signal;
  const hold = () => {
    held ??= deferredSignal(asked());
    return held;
  };
  const now = () => new Date();
  return {
    ...programs,
    warn,
    notice,
    progress: progress ?? null,
    beforeUnlocks: beforeUnlocks ?? (async () => {}),
    terminal: terminal ?? null,
    openLog: (settings, access, variables) => openLog(settings, access, variables, now),
    openStore: openUsable,
    now,
    uninterruptibly: uninterruptibly ?? ((work) => hold().uninterruptibly(work)),
    get signal() {
      signal ??= heardByAll(uninterruptibly === undefined ? hold().signal : asked());
      return signal;
    },
  };
}

/** Every running operation adds a listener; Node would warn about the eleventh. */
function heardByAll(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
