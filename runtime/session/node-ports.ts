/** The ports of a session on this machine. */
import { openUsable } from '../stores/usable-store.js';
import type { SessionPorts } from './ports.js';

/** `views`: how warnings and notices reach a person. */
export function nodePorts(views: Pick<SessionPorts, 'warn' | 'notice'>): SessionPorts {
  let signal: AbortSignal | null = null;
  return {
    ...views,
    ask: null,
    record: () => {},
    openStore: openUsable,
    now: () => new Date(),
    get signal() {
      signal ??= new AbortController().signal;
      return signal;
    },
  };
}
