/** The variables of a vendor's program (providers-local 1.4, 1.5, 22). */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import type { Environment } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';

/** By name; null: a variable that it does not get. */
export type Variables = Readonly<Record<string, string | null>>;

/** Whose variables of credentials a program gets: those of its own provider, or of all where only the user knows what it needs. */
export type OwnCredentials = ProviderDescriptor['credentials'] | 'all';

/** Variables in which password managers keep their sessions: credentials, too (providers-local 25.22). */
const SESSIONS = { bw: /^BW_SESSION$/, onepassword: /^OP_SESSION(?:_|$)/ } as const;
export type SessionVariables = keyof typeof SESSIONS;

export interface Owned {
  readonly credentials?: OwnCredentials;
  readonly sessions?: SessionVariables;
}

/** Messages in English and without colours, so that they can be told apart. */
const PLAIN = { LC_ALL: 'C.UTF-8', LANGUAGE: 'en', NO_COLOR: '1' };

export function environmentFor(
  own: Owned,
  variables: Variables,
  { environment, terminal }: ProviderPorts,
): Environment {
  const isOfOthers = othersThan(own);
  const result = new Map([...environment].filter(([name]) => !isOfOthers(name)));
  // Where it cannot be answered, a question that is asked on a terminal would wait for ever (providers-local 8.5).
  return withVariables(result, { ...PLAIN, GPG_TTY: terminal, ...variables });
}

export function withVariables(environment: Environment, variables: Variables): Environment {
  const result = new Map(environment);
  for (const [name, value] of Object.entries(variables)) {
    if (value === null) result.delete(name);
    else result.set(name, Buffer.from(value));
  }
  return result;
}

/** A program may crash, log or start others: it holds no credential that it does not need. */
function othersThan({ credentials = [], sessions }: Owned): (name: string) => boolean {
  if (credentials === 'all') return () => false;
  const owned = new Set(variablesOf(credentials));
  const others = new Set(Object.values(providers).flatMap((provider) => variablesOf(provider.credentials)));
  const ofSessions = Object.entries(SESSIONS).flatMap(([store, pattern]) => (store === sessions ? [] : [pattern]));
  return (name) => (others.has(name) && !owned.has(name)) || ofSessions.some((pattern) => pattern.test(name));
}

function variablesOf(credentials: ProviderDescriptor['credentials']): readonly string[] {
  return credentials.flatMap(({ environment }) => environment);
}
