/**
 * Sign-ins of programs: a check that a person has signed in, or an unlock that prints a key. Once for all stores of a call that need the same
 * one, and kept in memory: a key reaches the program by its environment alone.
 */
import type { Environment } from '../../values/environment.js';
import type { Call } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { Once } from './once.js';
import type { Variables } from './program-environment.js';

export interface ProgramSession {
  readonly kind: 'session';
  /** What the program gets besides, as long as it is signed in. They are in no message. */
  readonly variables: Variables;
}

/** Sessions of a call go with it: all of its stores have one environment. */
const known = new WeakMap<Environment, Map<string, Once<ProgramSession>>>();

/** `key`: equal where the program would be signed in as the same user in the same way. */
export function sessionOf(
  callEnvironment: Environment,
  key: string,
  begin: () => Promise<ProgramSession | Failed>,
  call: Call,
): Promise<ProgramSession | Failed> {
  return onceFor(callEnvironment, key).get(begin, call);
}

/** The next one signs in anew, unless that has happened since this session began. */
export function forgetSession(callEnvironment: Environment, key: string, session: ProgramSession): void {
  onceFor(callEnvironment, key).forget(session);
}

function onceFor(callEnvironment: Environment, key: string): Once<ProgramSession> {
  const sessions = known.get(callEnvironment) ?? new Map<string, Once<ProgramSession>>();
  known.set(callEnvironment, sessions);
  const once = sessions.get(key) ?? new Once<ProgramSession>();
  sessions.set(key, once);
  return once;
}
