/** One request of a server or of a program: what it reports to and what gives it up, while the stores are those of the session. */
import { setMaxListeners } from 'node:events';
import { type FollowedSignal, followedSignal } from './followed-signal.js';
import type { SessionPorts } from './ports.js';

/** What is left out is that of the session. */
export interface Request
  extends Partial<Pick<SessionPorts, 'warn' | 'notice' | 'progress' | 'beforeUnlocks' | 'ask' | 'purpose'>> {
  /** Gives up this request alone, which then fails with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface RequestPorts {
  readonly ports: SessionPorts;
  /** What gives it up. Null for one that ends with its session alone. */
  readonly asked: FollowedSignal | null;
}

/** The request ends with its session, too. */
export function requestPorts(session: SessionPorts, { signal: own, ...parts }: Request): RequestPorts {
  if (own === undefined) return { ports: withParts(session, parts), asked: null };
  const asked = followedSignal([own, session.signal]);
  const { signal, uninterruptibly } = asked;
  // Many requests of one caller may run at once, and every running read adds a listener.
  setMaxListeners(0, own, signal);
  return { ports: { ...session, ...parts, signal, uninterruptibly }, asked };
}

/** The signal of the session is read only where it is needed. */
function withParts(session: SessionPorts, parts: Omit<Request, 'signal'>): SessionPorts {
  const { warn, notice, progress, beforeUnlocks, terminal, openLog, openStore, now, uninterruptibly } = session;
  const { ask, purpose, keepFiles, mayUnlock } = session;
  return {
    ...{ warn, notice, progress, beforeUnlocks, terminal, openLog, openStore, now, uninterruptibly },
    ...(ask && { ask }),
    ...(purpose && { purpose }),
    ...(keepFiles && { keepFiles }),
    ...(mayUnlock === false && { mayUnlock }),
    ...parts,
    get signal() {
      return session.signal;
    },
  };
}
