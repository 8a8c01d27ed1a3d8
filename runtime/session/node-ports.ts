/** The ports of a session on this machine. */
import { setMaxListeners } from 'node:events';
import { openUsable } from '../stores/usable-store.js';
import type { Terminal } from '../terminal/terminal.js';
import type { SessionPorts } from './ports.js';

/** What the caller provides. */
export interface Provided extends Pick<SessionPorts, 'warn' | 'notice'> {
  readonly terminal?: Terminal;
  /** Called once, when the first store or prompt needs it. Without it the call is never aborted. */
  readonly signal?: () => AbortSignal;
}

export function nodePorts({ warn, notice, terminal, signal: provided }: Provided): SessionPorts {
  let signal: AbortSignal | null = null;
  return {
    warn,
    notice,
    terminal: terminal ?? null,
    record: () => {},
    openStore: openUsable,
    now: () => new Date(),
    get signal() {
      signal ??= heardByAll(provided?.() ?? new AbortController().signal);
      return signal;
    },
  };
}

/** Every running operation adds a listener; Node would warn about the eleventh. */
function heardByAll(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
